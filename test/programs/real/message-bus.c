// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// no-none: too many states
// A message bus: every subscriber has a queue of its own, and may leave while messages are delivered. A publisher
// keeps the subscriber alive while it puts a message into its queue.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUEUE = 2 };

typedef struct Subscriber {
    struct Subscriber *next;
    int references; // the subscriber itself and deliveries that are under way; under the lock of the bus
    pthread_mutex_t lock;
    unsigned taken, put;
    int queue[QUEUE];
    int dropped;
} Subscriber;

typedef struct {
    pthread_mutex_t lock;
    Subscriber *first;
} Bus;

static void *allocate(size_t size) {
    void *p = calloc(1, size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static Subscriber *bus_subscribe(Bus *bus) {
    Subscriber *s = allocate(sizeof *s);
    s->references = 1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_lock(&bus->lock);
    s->next = bus->first;
    bus->first = s;
    pthread_mutex_unlock(&bus->lock);
    return s;
}

// The caller has the lock of the bus.
static void release(Bus *bus, Subscriber *s) {
    if (--s->references > 0)
        return;
    for (Subscriber **at = &bus->first; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    pthread_mutex_destroy(&s->lock);
    free(s);
}

// The subscriber must not be used after this. Messages that are left in its queue are lost.
static void bus_unsubscribe(Bus *bus, Subscriber *s) {
    pthread_mutex_lock(&bus->lock);
    release(bus, s);
    pthread_mutex_unlock(&bus->lock);
}

static void put(Subscriber *s, int message) {
    pthread_mutex_lock(&s->lock);
    if (s->put - s->taken == QUEUE)
        s->dropped++;
    else
        s->queue[s->put++ % QUEUE] = message;
    pthread_mutex_unlock(&s->lock);
}

// The lock of the bus is not held while a message is put: a full queue must not stop the others.
static int bus_publish(Bus *bus, int message) {
    int delivered = 0;
    pthread_mutex_lock(&bus->lock);
    Subscriber *s = bus->first;
    while (s) {
        s->references++;
        pthread_mutex_unlock(&bus->lock);
        put(s, message);
        delivered++;
        pthread_mutex_lock(&bus->lock);
        Subscriber *next = s->next;
        release(bus, s);
        s = next;
    }
    pthread_mutex_unlock(&bus->lock);
    return delivered;
}

static bool subscriber_take(Subscriber *s, int *message) {
    pthread_mutex_lock(&s->lock);
    bool is_there = s->taken != s->put;
    if (is_there)
        *message = s->queue[s->taken++ % QUEUE];
    pthread_mutex_unlock(&s->lock);
    return is_there;
}

// The test: one subscriber listens to everything, the other one takes a look and leaves.

static Bus bus = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void *visitor(void *arg) {
    Subscriber *s = arg;
    int message;
    if (subscriber_take(s, &message))
        assert(message == 1);
    bus_unsubscribe(&bus, s);
    return NULL;
}

static void expect_message(Subscriber *s, int expected) {
    int message = 0;
    bool is_there = subscriber_take(s, &message);
    assert(is_there && message == expected);
}

int main(void) {
    pthread_t thread;
    int message = 0;
    Subscriber *listener = bus_subscribe(&bus);
    Subscriber *passing = bus_subscribe(&bus);
    if (pthread_create(&thread, NULL, visitor, passing) != 0)
        abort();
    int delivered = bus_publish(&bus, 1);
    assert(delivered == 1 || delivered == 2);
    delivered = bus_publish(&bus, 2);
    assert(delivered >= 1);
    pthread_join(thread, NULL);
    expect_message(listener, 1);
    expect_message(listener, 2);
    assert(!subscriber_take(listener, &message) && listener->dropped == 0);
    bus_unsubscribe(&bus, listener);
    assert(bus.first == NULL);
    return 0;
}
