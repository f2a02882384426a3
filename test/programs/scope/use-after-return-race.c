// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 12
// options: --prp parts/unreach-call.prp
// A local that another thread can reach may be looked at until its function returns: the return is a scheduling point.
#include <pthread.h>

extern void reach_error(void);
static int *volatile published;

static void *reader(void *arg) {
    if (published && *published == 7)
        reach_error();
    return arg;
}

static void publish(void) {
    int local = 7;
    published = &local;
}

int main(void) {
    pthread_t r;
    pthread_create(&r, NULL, reader, NULL);
    publish();
    pthread_join(r, NULL);
    return 0;
}
