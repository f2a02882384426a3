// expect: error "assembly outside of functions that may define level is not supported"
// The definition in assembly is the one that a linker takes.
#include <assert.h>

__attribute__((weak, noinline)) int level(void) { return 1; }
__asm__(".text\n.globl level\nlevel:\n\tmov $2, %eax\n\tret\n");

int main(void) {
    assert(level() == 1);
    return 0;
}
