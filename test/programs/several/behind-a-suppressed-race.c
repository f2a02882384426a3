// SPDX-License-Identifier: Apache-2.0
// expect: holds but for 1 suppressed violation and data races behind it
// options: --property race --suppress several/behind-a-race.rules
// The same where a rule suppresses the race about the flag.
#include <pthread.h>

static int flag, data;

static void *writer(void *arg) {
    data = 1;
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag)
        ;
    data = 2;
    pthread_join(t, NULL);
    return 0;
}
