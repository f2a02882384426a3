// expect: violated invariant
// options: --continue --invariant low --invariant high
// violations: invariant 8; invariant 9; assertion 21
// Each invariant is reported once, however long it does not hold.
#include <assert.h>
#include <pthread.h>
static int x, y;
int low(void) { return x < 2; }
int high(void) { return y < 3; }
static void *worker(void *arg) {
    for (int i = 0; i < 2; i++) x++;
    y = 3;
    y = 0;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 3);
    y = 5;
    return 0;
}
