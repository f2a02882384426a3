// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The section begins with a copy.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
struct S {
    int a[8];
} src;
int x, y;
void *T(void *q) {
    struct S l;
    x = 1;
    heddle_atomic_begin();
    l = src;
    y = 1 + l.a[0];
    heddle_atomic_end();
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, T, 0);
    int a = x;
    int b = y;
    assert(!(a == 1 && b == 0));
    pthread_join(h, 0);
}
