// expect: error "read of '__initcall_start', a variable that nothing defines: give the file that defines it ["
// The marks of a linker are different places, so there is a first entry: in a file that nobody gave.
struct initcall {
    int (*fn)(void);
};
extern const struct initcall __initcall_start[], __initcall_end[];

int main(void) {
    int n = 0;
    for (const struct initcall *call = __initcall_start; call != __initcall_end; call++)
        n += call->fn();
    return n;
}
