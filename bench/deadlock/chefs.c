// SPDX-License-Identifier: Apache-2.0
// N chefs share the appliances of a kitchen. A recipe needs two of them, one after the other, and keeps the first until
// the dish is done; three recipes can wait for each other in a circle. With -DFIXED a chef reserves what the recipe
// needs in the order of the appliances' numbers. The waiter waits with a condition variable for the last dish.
#include <assert.h>
#include <pthread.h>
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

static pthread_mutex_t appliance[APPLIANCES];
static int times_used[APPLIANCES];

static struct {
    pthread_mutex_t lock;
    pthread_cond_t is_served;
    int dishes;
} counter = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void reserve(Appliance a) {
    pthread_mutex_lock(&appliance[a]);
    times_used[a]++;
    assert(times_used[a] <= N);
}

static void put_on_counter(void) {
    pthread_mutex_lock(&counter.lock);
    counter.dishes++;
    pthread_cond_signal(&counter.is_served);
    pthread_mutex_unlock(&counter.lock);
}

static void *cook(void *arg) {
    const Recipe *recipe = arg;
    Appliance first = recipe->needs[0], second = recipe->needs[1];
#ifdef FIXED
    if (second < first) {
        first = recipe->needs[1];
        second = recipe->needs[0];
    }
#endif
    reserve(first);
    reserve(second);
    pthread_mutex_unlock(&appliance[second]);
    pthread_mutex_unlock(&appliance[first]);
    put_on_counter();
    return NULL;
}

static void wait_for_dishes(void) {
    pthread_mutex_lock(&counter.lock);
    while (counter.dishes < N)
        pthread_cond_wait(&counter.is_served, &counter.lock);
    pthread_mutex_unlock(&counter.lock);
}

int main(void) {
    pthread_t chef[N];
    for (int i = 0; i < APPLIANCES; i++)
        pthread_mutex_init(&appliance[i], NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&chef[i], NULL, cook, (void *)&recipes[i % RECIPES]);
    wait_for_dishes();
    for (int i = 0; i < N; i++)
        pthread_join(chef[i], NULL);
    int uses = 0;
    for (int i = 0; i < APPLIANCES; i++)
        uses += times_used[i];
    assert(uses == STEPS * N);
    printf("%d dishes\n", N);
    return 0;
}
