// expect: error "toplevel-assembly-called.c:9: in 'main': call of 'fast_copy', a function that nothing defines"
// Assembly outside of functions defines what is called.
__asm__(".text\n.globl fast_copy\nfast_copy:\n\trep movsb\n\tret\n");

void fast_copy(void *, const void *, unsigned long);

int main(void) {
    char a[4] = "abc", b[4];
    fast_copy(b, a, 4);
    return b[3];
}
