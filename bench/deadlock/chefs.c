// SPDX-License-Identifier: Apache-2.0
// N chefs share the appliances of a kitchen. A recipe needs two of them, one after the other, and keeps the first until
// the dish is done; three recipes can wait for each other in a circle. With -DFIXED chefs reserve what they need in the
// order of the appliances' numbers. A kitchen is a monitor: one mutex, and a condition variable for each appliance.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

typedef enum Appliance { OVEN, MIXER, STOVE, APPLIANCES } Appliance;

enum { STEPS = 2, RECIPES = 3 };

typedef struct Recipe {
    const char *dish;
    Appliance needs[STEPS];
} Recipe;

static const Recipe recipes[RECIPES] = {
    {"cake", {MIXER, OVEN}},
    {"soup", {STOVE, MIXER}},
    {"roast", {OVEN, STOVE}},
};

typedef struct Kitchen {
    pthread_mutex_t lock;
    pthread_cond_t is_free[APPLIANCES];
    bool is_taken[APPLIANCES];
    int dishes;
} Kitchen;

static Kitchen kitchen;

static void reserve(Appliance a) {
    pthread_mutex_lock(&kitchen.lock);
    while (kitchen.is_taken[a])
        pthread_cond_wait(&kitchen.is_free[a], &kitchen.lock);
    kitchen.is_taken[a] = true;
    pthread_mutex_unlock(&kitchen.lock);
}

// The dish is done: everything is free again.
static void serve(const Recipe *r) {
    pthread_mutex_lock(&kitchen.lock);
    kitchen.dishes++;
    for (int i = 0; i < STEPS; i++) {
        assert(kitchen.is_taken[r->needs[i]]);
        kitchen.is_taken[r->needs[i]] = false;
        pthread_cond_signal(&kitchen.is_free[r->needs[i]]);
    }
    pthread_mutex_unlock(&kitchen.lock);
}

static void *cook(void *arg) {
    const Recipe *r = arg;
    Appliance first = r->needs[0], second = r->needs[1];
#ifdef FIXED
    if (second < first) {
        first = r->needs[1];
        second = r->needs[0];
    }
#endif
    reserve(first);
    reserve(second);
    serve(r);
    return NULL;
}

int main(void) {
    pthread_t chef[N];
    pthread_mutex_init(&kitchen.lock, NULL);
    for (int i = 0; i < APPLIANCES; i++)
        pthread_cond_init(&kitchen.is_free[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&chef[i], NULL, cook, (void *)&recipes[i % RECIPES]);
    for (int i = 0; i < N; i++)
        pthread_join(chef[i], NULL);
    assert(kitchen.dishes == N);
    printf("%d dishes\n", kitchen.dishes);
    return 0;
}
