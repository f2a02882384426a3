# SPDX-License-Identifier: Apache-2.0
"""A C program that several subjects use."""

COUNTER = """\
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *arg) {
    counter++;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2 || LOST);
    return 0;
}
"""
