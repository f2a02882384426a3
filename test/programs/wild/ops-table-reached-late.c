// expect: violated assertion line 33
// One order of the threads comes to a function of another file, the other one breaks the program: that counts.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct sensor_ops {
    int (*probe)(int channel);
    void (*recover)(int channel);
};

void vendor_recover(int channel);
static int probe(int channel) { return channel > 0; }
static const struct sensor_ops ops = {probe, vendor_recover};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int broken, level;

static void *breaker(void *arg) {
    pthread_mutex_lock(&lock);
    broken = ops.probe(1);
    level = 7;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, breaker, NULL);
    pthread_mutex_lock(&lock);
    if (broken)
        ops.recover(1);
    assert(level == 7);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
