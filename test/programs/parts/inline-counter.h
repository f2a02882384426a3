// Helpers as kernels have them: inline, in a header that every file includes, defined nowhere.
#include <pthread.h>
struct counter {
    pthread_mutex_t lock;
    int value;
};
inline void counter_lock(struct counter *c) { pthread_mutex_lock(&c->lock); }
inline void counter_unlock(struct counter *c) { pthread_mutex_unlock(&c->lock); }
inline void counter_add(struct counter *c, int n) {
    counter_lock(c);
    c->value += n;
    counter_unlock(c);
}
inline int counter_read(struct counter *c) {
    counter_lock(c);
    int value = c->value;
    counter_unlock(c);
    return value;
}
extern struct counter requests;
void *worker(void *arg);
