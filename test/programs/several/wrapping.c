// expect: violated mutex-misuse
// options: --continue --property overflow
// violations: mutex-misuse 11; overflow 12; overflow 19; overflow 25; mutex-misuse 27; assertion 28
// Overflow wraps, and glibc carries on after unlocking what is not locked: the runs go on, to assertions that depend on it.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int big = INT_MAX, small = INT_MIN;
static void *worker(void *arg) {
    pthread_mutex_unlock(&m);
    big = big + 1;
    assert(big == INT_MIN);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    small = small - 1;
    short s = (short)small;
    s *= 3;
    pthread_join(t, 0);
    assert(big == INT_MIN);
    long long w = LLONG_MAX;
    w *= 2;
    assert(w == -2);
    pthread_mutex_unlock(&m);
    assert(small != INT_MAX);
    return 0;
}
