// SPDX-License-Identifier: Apache-2.0
// Two clerks book deposits on one account. Every access to the balance is under the lock, but reading it and
// writing it back are two sections: what the other clerk booked in between is lost.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int read_balance(void) {
    pthread_mutex_lock(&lock);
    int amount = balance;
    pthread_mutex_unlock(&lock);
    return amount;
}

static void write_balance(int amount) {
    pthread_mutex_lock(&lock);
    balance = amount;
    pthread_mutex_unlock(&lock);
}

static void *clerk(void *arg) {
    int deposit = *(int *)arg;
    int before = read_balance();
    write_balance(before + deposit);
    return NULL;
}

int main(void) {
    pthread_t clerks[2];
    int deposits[2] = {100, 50};
    for (int i = 0; i < 2; i++)
        pthread_create(&clerks[i], NULL, clerk, &deposits[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(clerks[i], NULL);
    assert(balance == 150);
    return 0;
}
