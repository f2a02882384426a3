// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// A bank whose accounts have a lock each. A transfer locks both accounts, the one with the smaller address first: so
// no circle of waiting transfers can come about, wherever the allocator has put the accounts.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    int number;
    long balance;
} Account;

typedef struct {
    Account *from, *to;
    long amount;
    bool is_done;
} Transfer;

static Account *account_open(int number, long balance) {
    Account *account = malloc(sizeof *account);
    if (!account || pthread_mutex_init(&account->lock, NULL) != 0) {
        fprintf(stderr, "cannot open account %d\n", number);
        exit(EXIT_FAILURE);
    }
    account->number = number;
    account->balance = balance;
    return account;
}

static long account_close(Account *account) {
    long balance = account->balance;
    pthread_mutex_destroy(&account->lock);
    free(account);
    return balance;
}

static void lock_both(Account *a, Account *b) {
    if ((uintptr_t)a > (uintptr_t)b) {
        Account *t = a;
        a = b;
        b = t;
    }
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&b->lock);
}

static void unlock_both(Account *a, Account *b) {
    pthread_mutex_unlock(&a->lock);
    pthread_mutex_unlock(&b->lock);
}

// false if the money is not there, or if both are the same account.
static bool transfer(Account *from, Account *to, long amount) {
    if (from == to || amount <= 0)
        return false;
    lock_both(from, to);
    bool is_covered = from->balance >= amount;
    if (is_covered) {
        from->balance -= amount;
        to->balance += amount;
    }
    unlock_both(from, to);
    return is_covered;
}

static long total(Account *a, Account *b) {
    lock_both(a, b);
    long sum = a->balance + b->balance;
    unlock_both(a, b);
    return sum;
}

static void *clerk(void *arg) {
    Transfer *t = arg;
    t->is_done = transfer(t->from, t->to, t->amount);
    return NULL;
}

// The test: money goes back and forth while an auditor counts it.
int main(void) {
    Account *savings = account_open(1, 100);
    Account *wages = account_open(2, 20);
    Transfer transfers[] = {{savings, wages, 70, false}, {wages, savings, 30, false}};
    pthread_t clerks[2];
    for (int i = 0; i < 2; i++)
        if (pthread_create(&clerks[i], NULL, clerk, &transfers[i]) != 0)
            abort();
    assert(total(savings, wages) == 120);
    for (int i = 0; i < 2; i++)
        pthread_join(clerks[i], NULL);
    assert(transfers[0].is_done);
    // The second one is covered only after the first.
    assert(savings->balance == (transfers[1].is_done ? 60 : 30));
    assert(!transfer(savings, savings, 1));
    long left = account_close(savings);
    left += account_close(wages);
    assert(left == 120);
    return 0;
}
