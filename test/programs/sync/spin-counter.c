// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A spin lock excludes.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *add(void *arg) {
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
