// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// A thread-specific value without a destructor is lost when its thread ends.
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static pthread_t thread;
static void *work(void *arg) {
    pthread_setspecific(key, malloc(4));
    return arg;
}
int main(void) {
    pthread_key_create(&key, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
