// expect: violated assertion line 25
// options: -std=gnu89
// Old C: extern inline for what must be inlined, declarations where they are needed, no prototypes.
#include <pthread.h>

extern void __assert_fail();
static int flag[2], turn, inside;

extern inline void enter(i)
    int i;
{
    flag[i] = 1;
    turn = i; /* must be 1 - i */
    while (flag[1 - i] && turn == 1 - i)
        ;
}
extern inline void leave(i)
    int i;
{ flag[i] = 0; }

static void *process(void *arg)
{
    int me = arg != 0;
    enter(me);
    inside == 0 || (__assert_fail("inside == 0", "gnu89-inline.c", 25, "process"), 0);
    inside = 1;
    inside = 0;
    leave(me);
    return 0;
}

main()
{
    pthread_t t;
    pthread_create(&t, 0, process, &turn);
    process(0);
    pthread_join(t, 0);
    return 0;
}
