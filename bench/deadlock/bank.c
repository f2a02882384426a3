// SPDX-License-Identifier: Apache-2.0
// N clerks transfer money between a bank's accounts. A transfer locks the account it takes from, then the one it gives
// to; transfers in a circle can block each other. With -DFIXED the account with the lower number is locked first.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

enum { ACCOUNTS = 3, OPENING_BALANCE = 10 };

typedef struct Account {
    pthread_mutex_t lock;
    int number;
    int balance;
    int bookings;
} Account;

typedef struct Order {
    Account *from, *to;
    int amount;
    bool is_done;
} Order;

static Account account[ACCOUNTS];

static bool transfer(Account *from, Account *to, int amount) {
    Account *first = from, *second = to;
#ifdef FIXED
    if (to->number < from->number) {
        first = to;
        second = from;
    }
#endif
    bool is_done = false;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
        from->bookings++;
        to->bookings++;
        is_done = true;
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return is_done;
}

static void *serve(void *arg) {
    Order *order = arg;
    order->is_done = transfer(order->from, order->to, order->amount);
    return NULL;
}

int main(void) {
    pthread_t clerk[N];
    Order order[N];
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&account[i].lock, NULL);
        account[i].number = i;
        account[i].balance = OPENING_BALANCE;
    }
    for (int i = 0; i < N; i++) {
        order[i] = (Order){&account[i % ACCOUNTS], &account[(i + 1) % ACCOUNTS], 1 + i % 2, false};
        pthread_create(&clerk[i], NULL, serve, &order[i]);
    }
    int bookings = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        pthread_join(clerk[i], NULL);
        assert(order[i].is_done); // nobody can run out of money here
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        bookings += account[i].bookings;
        sum += account[i].balance;
    }
    assert(bookings == 2 * N && sum == ACCOUNTS * OPENING_BALANCE);
    printf("%d transfers, %d in the bank\n", N, sum);
    return 0;
}
