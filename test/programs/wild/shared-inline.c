// expect: holds
// files: parts/inline-counter.c
// Two files share inline helpers.
#include "../parts/inline-counter.h"

#include <assert.h>
struct counter requests = {PTHREAD_MUTEX_INITIALIZER, 0};

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, &requests);
    counter_add(&requests, 2);
    pthread_join(t, 0);
    assert(counter_read(&requests) == 5);
    return 0;
}
