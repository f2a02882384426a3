// expect: unknown "linker-marks.c:13: in 'main': the program looks at the numeric value of an address"
// Where the marks of a linker lie, and whether there is something between them, only a linker knows.
#include <assert.h>

struct initcall {
    int (*fn)(void);
};
extern const struct initcall __initcall_start[], __initcall_end[];

int main(void) {
    int n = 0;
    const struct initcall *call = __initcall_start;
    for (; call < __initcall_end; call++)
        n += call->fn();
    assert(n == 0);
    return n;
}
