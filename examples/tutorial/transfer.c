// SPDX-License-Identifier: Apache-2.0
// A deadlock: each transfer locks both accounts, one after the other, and two transfers go in
// opposite directions.
#include <assert.h>
#include <pthread.h>

typedef struct Account {
    int number, balance;
    pthread_mutex_t lock;
} Account;
static Account a = {1, 100, PTHREAD_MUTEX_INITIALIZER};
static Account b = {2, 100, PTHREAD_MUTEX_INITIALIZER};

static void transfer(Account *from, Account *to, int amount) {
    Account *first = from, *second = to;
#ifdef FIXED
    if (to->number < from->number) { // one order for all
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *there(void *arg) {
    transfer(&a, &b, 10);
    return arg;
}

static void *back(void *arg) {
    transfer(&b, &a, 20);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, there, NULL);
    pthread_create(&threads[1], NULL, back, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(a.balance == 110 && b.balance == 90);
    return 0;
}
