// expect: violated data-race
// options: --continue --property race
// violations: data-race 14+25; data-race 15+26; assertion 28
// Data that is published through a relaxed flag: both reads race, though neither is ever next to the write, and the run goes
// on after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int first, second, third;
static atomic_int flag;

static void *writer(void *arg) {
    first = 1;
    second = 2;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        third = 1;
        int sum = first;
        sum += second;
        third++;
        assert(sum + third != 5);
    }
    pthread_join(t, NULL);
    return 0;
}
