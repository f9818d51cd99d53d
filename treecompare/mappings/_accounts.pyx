# cython: language_level=3, boundscheck=False, wraparound=False
"""The compiled count of what movers account for, of trees of up to 64 words; its readable twin is accounts.Accounts."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

cdef struct Unmatched:
    uint64_t words
    Py_ssize_t first  # its differences
    Py_ssize_t last

cdef struct Difference:
    uint64_t words
    bint is_alone

cdef struct Constituent:
    uint64_t words
    long code
    bint is_alone

cdef struct Moved:
    uint64_t words
    uint64_t sites[2]


cdef class Accounts:
    cdef Unmatched *unmatched  # those of the gold, then those of the test
    cdef Py_ssize_t limits[3]
    cdef Difference *differences
    cdef Moved *moved  # with room for one that may be added
    cdef Py_ssize_t number
    cdef list nodes

    def __cinit__(self, gold, test):
        cdef Py_ssize_t golds = len(gold.unmatched), tests = len(test.unmatched), most
        most = golds * len(test.constituents) + tests * len(gold.constituents)
        self.unmatched = <Unmatched *>malloc((golds + tests + 1) * sizeof(Unmatched))
        self.differences = <Difference *>malloc((most + 1) * sizeof(Difference))
        self.moved = <Moved *>malloc((golds + tests + 1) * sizeof(Moved))
        if self.unmatched == NULL or self.differences == NULL or self.moved == NULL:
            raise MemoryError
        self.nodes = [gold.unmatched, test.unmatched]
        self.limits[:] = [0, golds, golds + tests]
        self.differ(test, gold, 1, self.differ(gold, test, 0, 0))

    def __dealloc__(self):
        free(self.unmatched)
        free(self.differences)
        free(self.moved)

    cdef Py_ssize_t differ(self, side, other, int which, Py_ssize_t filled) except -1:
        """Fills in the differences of a side; returns how many there are now."""
        cdef list words = side.words, codes = side.codes, other_words = other.words, other_codes = other.codes
        cdef list same = other.same, there = other.constituents
        cdef Py_ssize_t count = len(there), place, one, node, number = self.limits[which]
        cdef uint64_t own
        cdef long code
        cdef Constituent *constituents = <Constituent *>malloc((count + 1) * sizeof(Constituent))
        if constituents == NULL:
            raise MemoryError
        try:
            for place in range(count):
                node = there[place]
                constituents[place].words = other_words[node]
                constituents[place].code = other_codes[node]
                constituents[place].is_alone = same[node] < 0
            for node in side.unmatched:
                own, code = words[node], codes[node]
                self.unmatched[number].words = own
                self.unmatched[number].first = filled
                for place in range(count):
                    if constituents[place].code == code and constituents[place].words != own:
                        self.differences[filled].words = own ^ constituents[place].words
                        self.differences[filled].is_alone = constituents[place].is_alone
                        filled += 1
                self.unmatched[number].last = filled
                number += 1
        finally:
            free(constituents)
        return filled

    cdef void enter(self, tuple moved) except *:
        self.moved[self.number].words = moved[0]
        self.moved[self.number].sites[:] = [moved[1], moved[2]]

    def add(self, tuple moved):
        if self.number >= self.limits[2]:  # each accounts for one more at least
            raise IndexError(self.number)
        self.enter(moved)
        self.number += 1

    def of(self, list candidates):
        cdef list found = []
        cdef tuple more
        cdef Py_ssize_t place
        cdef int number, twins, pairs, side, kind
        cdef uint64_t words, stays, all_moved, all_before = 0
        for place in range(self.number):
            all_before |= self.moved[place].words
        for more in candidates:
            self.enter(more)
            all_moved = all_before | self.moved[self.number].words
            number = twins = pairs = 0
            for side in range(2):
                for place in range(self.limits[side], self.limits[side + 1]):
                    words = self.unmatched[place].words
                    stays = ~(all_moved if words & ~all_moved else self.apart(words, self.number + 1))
                    kind = self.equals(&self.unmatched[place], stays) if words & stays else 0
                    if kind:
                        number += 1
                        twins += 1
                        pairs += kind > 1
                    else:
                        number += self.is_site(words, side)
            found.append((number, twins, pairs))
        return found

    cdef uint64_t apart(self, uint64_t words, Py_ssize_t movers) noexcept nogil:
        """Words that moved, but not together with all of these."""
        cdef uint64_t found = 0
        cdef Py_ssize_t place
        for place in range(movers):
            if words & ~self.moved[place].words:
                found |= self.moved[place].words
        return found

    cdef int equals(self, const Unmatched *one, uint64_t stays) noexcept nogil:
        """Whether a constituent equals one of the other tree without what moved; 2 if it equals one without counterpart."""
        cdef int found = 0
        cdef Py_ssize_t place
        for place in range(one.first, one.last):
            if not self.differences[place].words & stays:
                if self.differences[place].is_alone:
                    return 2
                found = 1
        return found

    cdef bint is_site(self, uint64_t words, int side) noexcept nogil:
        cdef Py_ssize_t place
        for place in range(self.number + 1):
            if self.moved[place].sites[side] == words:
                return True
        return False

    def least_difference(self, int side, node):
        cdef uint64_t stays, one, found = 0
        cdef Py_ssize_t place
        cdef int fewest = 65, count
        cdef const Unmatched *own
        if node not in self.nodes[side]:
            return 0
        own = &self.unmatched[self.limits[side] + <Py_ssize_t>self.nodes[side].index(node)]
        stays = ~self.apart(own.words, self.number)
        if not own.words & stays:
            return 0
        for place in range(own.first, own.last):
            one = self.differences[place].words
            if one & stays:
                continue
            count = 0
            while one:
                one &= one - 1
                count += 1
            if count < fewest:
                fewest, found = count, self.differences[place].words
        return found
