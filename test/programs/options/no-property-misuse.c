// expect: holds
// options: --no-property mutex-misuse
// message: also seen, not asked for: mutex-misuse; first: .*at .*no-property-misuse.c:17
// A mutex that another thread unlocks: glibc carries on, and so does a run for which that is no violation.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    steps++;
    pthread_mutex_unlock(&lock);
    if (steps == 1)
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    assert(steps == 1);
    return 0;
}
