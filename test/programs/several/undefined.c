// expect: violated data-race
// options: --continue --property race
// violations: data-race 13+25; data-race 13+26; out-of-bounds 15; data-race 15+25; use-after-free 16; assertion 17; data-race 17+25; invalid-free 18; division-by-zero 26; assertion 28
// message: ^10 violations; searched exhaustively: there are no others, except behind faults that leave undefined what follows, and data races behind these$
// A run ends at a failed assertion and at a fault that leaves undefined what follows; races it goes on after.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <heddle.h>
static int x, a[3];
static char *p;
static void *worker(void *arg) {
    x = 1;
    switch (heddle_choose(4)) {
    case 0: a[x + 2] = 1; break;
    case 1: p = malloc(2); free(p); p[0] = 1; break;
    case 2: assert(x == 1); break;
    default: free(&x); break;
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 2;
    int z = 10 / (x - 1);
    pthread_join(t, 0);
    assert(z == 0);
    *(int *)0 = 1;
    return 0;
}
