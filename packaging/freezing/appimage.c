/* What an AppImage begins with: makes the file system that follows it in the same file readable, and starts AppRun from there.

   The file system is mounted where FUSE allows it (fusermount3), else it is unpacked into a folder for temporary files, which is
   removed in the end. It is read by squashfuse (BSD) and Zstandard (BSD) and mounted by libfuse (LGPL 2.1). Whoever wants another
   libfuse replaces it by compiling this file with it, see starter() in appimage.py. Linux with ELF only.

   It is linked statically, so that it starts on a system that is too old for the program, and can say so. GLIBC is defined as what the
   program was built with. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/config.h>
#include <squashfuse/ll.h>
#include <squashfuse/squashfuse.h>

static char self[PATH_MAX];
static size_t offset;

/* squashfuse also knows these; treecompare's AppImages are compressed by Zstandard, so nothing of them has to be linked */
int lzo1x_decompress_safe(void) { return -1; }
int LZ4_decompress_safe(void) { return -1; }
int lzma_stream_buffer_decode(void) { return 11; }
int uncompress(void) { return -3; }

static int fail(const char *what)
{
    fprintf(stderr, "treecompare: %s: %s\n", what, strerror(errno));
    return 1;
}

/* where the program itself ends: the file system follows */
static bool find_offset(void)
{
    Elf64_Ehdr header;
    int file = open(self, O_RDONLY | O_CLOEXEC);
    bool is_read = file >= 0 && pread(file, &header, sizeof header, 0) == sizeof header;
    if (file >= 0)
        close(file);
    if (is_read)
        offset = header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
    return is_read;
}

/* -- unpacked ---------------------------------------------------------------------------------------------------------- */

static bool write_file(sqfs *fs, sqfs_inode *inode, const char *path)
{
    static char buffer[1 << 20];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, inode->base.mode & 0777);
    bool is_whole = file >= 0;
    for (uint64_t at = 0; is_whole && at < inode->xtra.reg.file_size;) {
        sqfs_off_t got = sizeof buffer;
        is_whole = sqfs_read_range(fs, inode, at, &got, buffer) == SQFS_OK && got > 0 && write(file, buffer, got) == got;
        at += got;
    }
    return file >= 0 && close(file) == 0 && is_whole;
}

/* writes all files into that folder */
static bool unpack(const char *folder)
{
    sqfs fs;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&fs, self, offset) != SQFS_OK)
        return false;
    bool is_well = sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) == SQFS_OK;
    while (is_well && sqfs_traverse_next(&walk, &error)) {
        char path[PATH_MAX], target[PATH_MAX];
        size_t size = sizeof target;
        sqfs_inode inode;
        if (walk.dir_end)
            continue;
        is_well = snprintf(path, sizeof path, "%s/%s", folder, walk.path) < (int)sizeof path &&
                  sqfs_inode_get(&fs, &inode, sqfs_dentry_inode(&walk.entry)) == SQFS_OK;
        if (!is_well)
            break;
        if (S_ISDIR(inode.base.mode))
            is_well = mkdir(path, 0755) == 0 || errno == EEXIST;
        else if (S_ISLNK(inode.base.mode))
            is_well = sqfs_readlink(&fs, &inode, target, &size) == SQFS_OK && symlink(target, path) == 0;
        else if (S_ISREG(inode.base.mode))
            is_well = write_file(&fs, &inode, path);
    }
    return is_well && error == SQFS_OK;
}

static int forget(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_folder(const char *folder) { nftw(folder, forget, 32, FTW_DEPTH | FTW_PHYS); }

/* -- mounted ----------------------------------------------------------------------------------------------------------- */

static const struct fuse_lowlevel_ops OPERATIONS = {
    .getattr = sqfs_ll_op_getattr, .opendir = sqfs_ll_op_opendir, .releasedir = sqfs_ll_op_releasedir,
    .readdir = sqfs_ll_op_readdir, .lookup = sqfs_ll_op_lookup,   .open = sqfs_ll_op_open,
    .release = sqfs_ll_op_release, .read = sqfs_ll_op_read,       .readlink = sqfs_ll_op_readlink,
    .forget = sqfs_ll_op_forget,   .statfs = stfs_ll_op_statfs,
};
static sqfs_ll_chan channel;
static char mounted_at[PATH_MAX];
static int ended[2]; /* a pipe that the program holds open as long as it runs */

static void *wait_for_end(void *unused)
{
    char byte;
    while (read(ended[0], &byte, 1) > 0 || errno == EINTR)
        errno = 0;
    fuse_session_exit(channel.session);
    sqfs_ll_unmount(&channel, mounted_at); /* whoever waits for a request of the kernel wakes up */
    rmdir(mounted_at);
    _exit(0);
    return unused;
}

/* answers the kernel until the program has ended; told: the pipe that says that it is mounted */
static void serve(int told)
{
    char *arguments[] = {"treecompare", "-o", "ro", "-o", "nodev", "-o", "nosuid", "-o", "subtype=treecompare", NULL};
    struct fuse_args options = FUSE_ARGS_INIT(9, arguments);
    struct fuse_lowlevel_ops operations = OPERATIONS;
    pthread_t waiting;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    setsid();
    signal(SIGINT, SIG_IGN);
    dup2(nowhere, STDERR_FILENO); /* where it cannot be mounted it is unpacked: nothing that people need to know */
    sqfs_ll *files = sqfs_ll_open(self, offset);
    if (files == NULL || sqfs_ll_mount(&channel, mounted_at, &options, &operations, sizeof operations, files) != SQFS_OK)
        _exit(1);
    if (write(told, "y", 1) != 1 || pthread_create(&waiting, NULL, wait_for_end, NULL) != 0)
        _exit(1);
    close(told);
    dup2(nowhere, STDOUT_FILENO); /* who reads what the program prints waits for the program only */
    fuse_session_loop(channel.session);
    pthread_join(waiting, NULL);
    _exit(0);
}

static bool mount_at(const char *folder)
{
    int told[2];
    char answer = 'n';
    snprintf(mounted_at, sizeof mounted_at, "%s", folder);
    if (access("/dev/fuse", F_OK) != 0 || pipe(told) != 0 || pipe(ended) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        close(told[0]);
        close(ended[1]);
        if (fork() == 0) /* a grandchild, so that the program gets no child that it does not know */
            serve(told[1]);
        _exit(0);
    }
    close(told[1]);
    close(ended[0]);
    waitpid(child, NULL, 0);
    bool is_mounted = child > 0 && read(told[0], &answer, 1) == 1 && answer == 'y';
    close(told[0]);
    if (!is_mounted)
        close(ended[1]);
    return is_mounted;
}

/* -- the program ------------------------------------------------------------------------------------------------------- */

static pid_t program;

static void pass_on(int number)
{
    if (program > 0)
        kill(program, number);
}

static int start(const char *folder, char **arguments)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/AppRun", folder);
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    execv(path, arguments);
    return fail(path);
}

/* whether the system has the C library for the program; where nobody knows, the program may try */
static bool is_new_enough(void)
{
    unsigned major = 0, minor = 0, needed_major = 0, needed_minor = 0;
    FILE *asked = popen("getconf GNU_LIBC_VERSION 2>/dev/null", "r");
    bool is_known = asked != NULL && fscanf(asked, "glibc %u.%u", &major, &minor) == 2;
    if (asked != NULL)
        pclose(asked);
    if (!is_known || sscanf(GLIBC, "%u.%u", &needed_major, &needed_minor) != 2 || major > needed_major ||
        (major == needed_major && minor >= needed_minor))
        return true;
    fprintf(stderr, "treecompare: this system has the C library glibc %u.%u; expected %s or newer (Debian 12, Ubuntu 24.04)\n", major,
            minor, GLIBC);
    return false;
}

/* from a folder that is removed when the program has ended */
static int start_unpacked(const char *folder, char **arguments)
{
    int status = 1;
    const int passed[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    if (!unpack(folder)) {
        fprintf(stderr, "treecompare: it could not be unpacked into %s; expected 200 MB of room there (TMPDIR names another folder)\n",
                folder);
        remove_folder(folder);
        return 1;
    }
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        signal(passed[i], pass_on);
    program = fork();
    if (program == 0)
        _exit(start(folder, arguments));
    while (program > 0 && waitpid(program, &status, 0) < 0 && errno == EINTR)
        ;
    remove_folder(folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments)
{
    const char *first = count > 1 ? arguments[1] : "", *place = getenv("TMPDIR");
    char folder[PATH_MAX];
    bool is_unpacked = getenv("APPIMAGE_EXTRACT_AND_RUN") != NULL;
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0 || !find_offset())
        return fail("/proc/self/exe");
    if (strcmp(first, "--appimage-offset") == 0)
        return printf("%zu\n", offset) < 0;
    if (strcmp(first, "--appimage-help") == 0)
        return puts("--appimage-extract          unpack into squashfs-root\n"
                    "--appimage-extract-and-run  unpack into a temporary folder and start there\n"
                    "--appimage-offset           where the file system begins\n"
                    "Everything else is the program's.") < 0;
    if (strcmp(first, "--appimage-extract") == 0)
        return (mkdir("squashfs-root", 0755) == 0 || errno == EEXIST) && unpack("squashfs-root") ? 0 : fail("squashfs-root");
    if (strcmp(first, "--appimage-extract-and-run") == 0) {
        is_unpacked = true;
        arguments[1] = arguments[0];
        arguments++;
    }
    if (!is_new_enough())
        return 1;
    /* where temporary files go, as for any program; mkdtemp puts a name of its own in the place of the X */
    snprintf(folder, sizeof folder, "%s/.mount_treecompareXXXXXX", place != NULL && *place ? place : "/tmp");
    if (mkdtemp(folder) == NULL)
        return fail(folder);
    if (!is_unpacked && mount_at(folder))
        return start(folder, arguments);
    return start_unpacked(folder, arguments);
}
