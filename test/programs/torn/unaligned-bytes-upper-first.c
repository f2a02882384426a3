// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// Where a line could end anywhere, an access is as many as it has bytes, from the last to the first.
#include <assert.h>
#include <pthread.h>

static char bytes[8];
typedef int __attribute__((aligned(1), may_alias)) any_int;

static void *reader(void *arg) {
    int seen = *(volatile any_int *)(bytes + 1);
    // In memory each byte is there before the one below it.
    return seen == 0x010000 ? arg : NULL;
}

int main(void) {
    void *has_middle = NULL;
    pthread_t t;
    pthread_create(&t, NULL, reader, bytes);
    for (int i = 3; i >= 0; i--)
        *(volatile char *)(bytes + 1 + i) = 1;
    pthread_join(t, &has_middle);
    assert(!has_middle);
    return 0;
}
