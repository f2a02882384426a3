// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 17
// Nobody gives back the stream of a thread that has ended.
#include <pthread.h>
#include <stdio.h>

static void *holder(void *arg) {
    flockfile(stdout);
    printf("mine\n");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    pthread_join(t, NULL);
    puts("never");
    return 0;
}
