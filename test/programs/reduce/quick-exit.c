// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A store just before the end of the program is seen by others.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void *A(void *q) {
    x = 1;
    quick_exit(0);
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, A, 0);
    int a = x;
    assert(a == 0);
    pthread_join(h, 0);
}
