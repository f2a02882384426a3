// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
# 1 "wire.c"
struct wire { int value; } __attribute__((__packed__, __scalar_storage_order__
 ("big-endian")));
int main(void) {
    struct wire w = {1};
    return *(char *)&w;
}
