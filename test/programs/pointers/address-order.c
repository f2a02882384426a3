// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two locks from malloc are taken in the order of their addresses, whatever that order is: no deadlock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};
static struct account *one, *two;

static void transfer(struct account *from, struct account *to) {
    struct account *low = from < to ? from : to, *high = from < to ? to : from;
    pthread_mutex_lock(&low->lock);
    pthread_mutex_lock(&high->lock);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&high->lock);
    pthread_mutex_unlock(&low->lock);
}

static struct account *make(void) {
    struct account *a = malloc(sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    a->money = 5;
    return a;
}

static void *forth(void *arg) {
    transfer(one, two);
    return arg;
}

static void *back(void *arg) {
    transfer(two, one);
    return arg;
}

int main(void) {
    pthread_t a, b;
    one = make();
    two = make();
    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(one->money == 5 && two->money == 5);
    free(one);
    free(two);
    return 0;
}
