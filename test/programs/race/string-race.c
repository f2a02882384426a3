// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// A string is read while another thread rewrites it.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[4] = "ab";

static void *rename_(void *arg) {
    strcpy(name, "xy");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, rename_, NULL);
    char c0 = name[0], c1 = name[1];
    assert((c0 == 'a' && c1 == 'b') || (c0 == 'x' && c1 == 'y'));
    pthread_join(t, NULL);
    return 0;
}
