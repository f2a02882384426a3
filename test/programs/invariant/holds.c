// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant exclusive --invariant in_range
// Two invariants; inside an atomic section nobody looks.
#include <heddle.h>
#include <pthread.h>

static int inside, sum, parts[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int exclusive(void) { return inside <= 1; }
int in_range(void) { return sum == parts[0] + parts[1]; }

static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        inside++;
        heddle_atomic_begin();
        parts[me]++;
        sum++;
        heddle_atomic_end();
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)1L);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
