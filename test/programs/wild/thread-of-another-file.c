// expect: error "unknown: call of 'poller', a function that nothing defines"
// The thread that is started lies in a file that nobody gave.
#include <pthread.h>
#include <stddef.h>

void *poller(void *);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, poller, &ready);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
