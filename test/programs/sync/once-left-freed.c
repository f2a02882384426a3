// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --reuse-addresses --property leak
// A flag whose routine was left is freed; what comes to lie there is another flag.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int times;
static void leave(void) { pthread_exit(NULL); }
static void count(void) { times++; }
static void *leaves(void *arg) {
    pthread_once(arg, leave);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_once_t *flag = calloc(1, sizeof *flag);
    pthread_create(&t, NULL, leaves, flag);
    pthread_join(t, NULL);
    free(flag);
    flag = calloc(1, sizeof *flag);
    pthread_once(flag, count);
    pthread_once(flag, count);
    assert(times == 1);
    free(flag);
    return 0;
}
