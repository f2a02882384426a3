// What no file can define is told apart from what one could.
// expect: holds
// levels: -O0
// message: warning: nothing defines sensor\(\); a run that comes to it
// message: warning: clang has no builtin __builtin_\w+\(\) and __builtin_\w+\(\); a run that comes to one
#include <assert.h>

int sensor(void);

int main(int argc, char **argv) {
    (void)argv;
    assert(argc == 1);
    if (argc > 5)
        return sensor() + __builtin_va_arg_pack_len();
    return argc > 6 ? __builtin_has_no_such_name(argc) : 0;
}
