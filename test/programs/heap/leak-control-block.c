// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// The result of a thread is known only to its control block, which only `h` points to. A step that was learnt while the thread
// lived must not be repeated after its end: the pointer that it overwrites is the last one then.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_t h;
static volatile int x;
static void *t(void *arg) {
    (void)arg;
    x = 0;
    return malloc(4);
}
static void *u(void *arg) {
    (void)arg;
    heddle_atomic_begin();
    h = 0;              // after the end of t, its result is lost here
    heddle_choose(2);   // a state inside the section
    _Exit(0);
}
int main(void) {
    pthread_t hu;
    pthread_create(&hu, NULL, u, NULL);
    pthread_create(&h, NULL, t, NULL);
    pthread_join(hu, NULL);
    t(NULL);
}
