// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --continue --property race
// violations: data-race 12+21; data-race 12+21; data-race 13+21
// message: 3 violations; searched exhaustively: there are no others, except data races behind these$
// Races between the same two lines are two if they are about two variables.
#include <pthread.h>

static int first, second, third;

static void *writer(void *arg) {
    first = second = 1;
    third = 3;
    return arg;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, writer, NULL);
    sum = first + second + third;
    pthread_join(t, NULL);
    return sum;
}
