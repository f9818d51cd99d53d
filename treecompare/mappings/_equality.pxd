# Whether two label codes are equal, for the kernels: codes that differ may be equal by EQ_LABEL (mappings/labels.py).

cdef struct Equality:
    const int *rows
    Py_ssize_t coded
    const unsigned char *table
    Py_ssize_t width


cdef inline Equality equality(const int[::1] rows, const unsigned char[:, ::1] table) noexcept:
    cdef Equality eq
    eq.coded = rows.shape[0]
    eq.width = table.shape[1]
    eq.rows = &rows[0] if eq.coded else NULL
    eq.table = &table[0, 0] if eq.width else NULL
    return eq


cdef inline bint equal(int a, int b, const Equality *eq) noexcept nogil:
    if a == b:
        return True
    if eq.coded == 0 or a < 0 or b < 0 or a >= eq.coded or b >= eq.coded:
        return False
    cdef int row_a = eq.rows[a], row_b = eq.rows[b]
    return row_a >= 0 and row_b >= 0 and eq.table[row_a * eq.width + row_b]
