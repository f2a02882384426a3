// expect: error "a variable that nothing defines"
// message: mutex-of-another-file.c:11: in 'add': (read of|write to) 'big_lock'
// The lock lies in another file.
#include <pthread.h>
#include <stddef.h>

extern pthread_mutex_t big_lock;
static int total;

static void *add(void *arg) {
    pthread_mutex_lock(&big_lock);
    total += *(int *)arg;
    pthread_mutex_unlock(&big_lock);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int n[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, &n[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return total - 3;
}
