// expect: holds
// levels: -O0 -O2
// Hooks that a board may define: weak ones are null when nobody does.
#include <assert.h>
#include <stddef.h>

extern void board_init(void) __attribute__((weak));
extern int board_revision __attribute__((weak));
extern int (*const board_table[])(void) __attribute__((weak));

static int started;

int main(void) {
    if (board_init)
        board_init();
    if (&board_revision)
        started = board_revision;
    if (board_table)
        started += board_table[0]();
    assert(started == 0);
    return 0;
}
