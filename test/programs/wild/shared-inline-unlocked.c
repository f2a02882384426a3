// expect: violated assertion line 20
// files: parts/inline-counter.c
// Two files share inline helpers; one more of them, in this file only, forgets the lock.
#include "../parts/inline-counter.h"

#include <assert.h>
struct counter requests = {PTHREAD_MUTEX_INITIALIZER, 0};

inline void counter_subtract(struct counter *c, int n) {
    int value = c->value;
    c->value = value - n;
}

int main(void) {
    pthread_t t;
    counter_add(&requests, 2);
    pthread_create(&t, 0, worker, &requests);
    counter_subtract(&requests, 1);
    pthread_join(t, 0);
    assert(counter_read(&requests) == 4);
    return 0;
}
