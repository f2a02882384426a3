// expect: error "extern-table-written.c:14: in 'clear': write to 'frame', a variable that nothing defines"
// levels: -O0
// message: --stub frame=nondet\|0
// A variable of another file is written by memset, and in a loop.
#include <string.h>

extern unsigned frame[16];
static unsigned shadow[16];

static void clear(int which) {
    if (which == 0)
        memset(shadow, 0, sizeof shadow);
    else
        memset(frame, 0, sizeof frame);
}

int main(void) {
    clear(0);
    clear(1);
    for (int i = 0; i < 16; i++)
        frame[i] = shadow[i];
    return 0;
}
