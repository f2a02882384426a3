// expect: violated null-dereference line 10
// A weak hook that is called without looking whether somebody has defined it.
#include <stddef.h>

extern void board_init(void) __attribute__((weak));
void board_reset(void);
static void (*const boot[])(void) = {board_init, board_reset};

int main(void) {
    boot[0]();
    boot[1]();
    return 0;
}
