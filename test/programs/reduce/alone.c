// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// no-none: too many states
// What a thread may do in one step while it is alone, it may not while there is another.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
pthread_t h;
int n[5000];
int g[5000];
void *t(void *q) {
    int v = g[2000];
    assert(v != 1);
    return 0;
}
void body(void) {
    heddle_choose(2);
    g[2000] = 1;
    g[2000] = 0;
    heddle_choose(2);
}
int main() {
    while (n[4000] < 2) {
        body();
        if (n[4000] == 0) {
            pthread_create(&h, 0, t, 0);
            pthread_detach(h);
        }
        n[4000]++;
    }
}
