// expect: holds
// Assembly outside of functions that names versions and defines what no run comes to.
#include <assert.h>
#include <string.h>

__asm__(".symver memcpy,memcpy@GLIBC_2.2.5");
__asm__(".text\n.globl fast_copy\n.type fast_copy,@function\nfast_copy:\n\trep movsb\n\tret\n");

void fast_copy(void *, const void *, unsigned long);
static void (*const copiers[])(void *, const void *, unsigned long) = {fast_copy};

int main(int argc, char **argv) {
    char a[4] = "abc", b[4];
    (void)argv;
    memcpy(b, a, 4);
    if (argc > 1)
        copiers[0](b, a, 4);
    assert(strcmp(b, "abc") == 0);
    return 0;
}
