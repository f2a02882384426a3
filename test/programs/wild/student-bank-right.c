// expect: holds
// no-none: more than a hundred million states there
// A student's program: nothing is declared before it is used, and types nearly fit.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define CUSTOMERS 2

int balance = 100;
pthread_mutex_t m;

main(int argc, char *argv[]) {
    pthread_t t[CUSTOMERS];
    int i;
    pthread_mutex_init(&m, NULL);
    for (i = 0; i < CUSTOMERS; i++)
        start(&t[i], i);
    for (i = 0; i < CUSTOMERS; i++)
        pthread_join(t[i], NULL);
    report();
    return 0;
}

void *customer(int number) {
    printf("customer %d sees %d\n", number, look());
    if (look() >= 80)
        take(80);
}

start(pthread_t *t, int number) { pthread_create(t, NULL, customer, number); }

int look(void) {
    int b;
    pthread_mutex_lock(&m);
    b = balance;
    pthread_mutex_unlock(&m);
    return b;
}

void take(int amount) {
    pthread_mutex_lock(&m);
    if (balance >= amount)
        balance -= amount;
    pthread_mutex_unlock(&m);
}

report() {
    if (balance < 0) {
        fprintf(stderr, "the bank is broke: %d\n", balance);
        abort();
    }
    return;
}
