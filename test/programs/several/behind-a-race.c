// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race --continue
// violations: data-race 13+20
// message: ^1 violation; searched exhaustively: there are no others, except data races behind these$
// The race about the flag seems to order those about the data, which are not seen behind it.
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
