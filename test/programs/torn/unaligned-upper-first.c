// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// levels: -O0 -O2
// A long across two cache lines: the part in the second line may be written first.
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>

struct __attribute__((packed)) line { char before[60]; union { long whole; int half[2]; } x; };
static alignas(64) volatile struct line two_lines;

static void *writer(void *arg) {
    two_lines.x.whole = 0x100000001;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int upper = two_lines.x.half[1];
    int lower = two_lines.x.half[0];
    assert(upper == 0 || lower == 1);
    pthread_join(t, NULL);
    return 0;
}
