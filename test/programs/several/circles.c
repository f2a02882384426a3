// expect: violated deadlock
// options: --continue
// no-none: four threads
// violations: deadlock 12; deadlock 26; deadlock 47
// Two circles of locks that have nothing to do with each other, and a wait for nobody at the end.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static sem_t go;
static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
static void *three(void *arg) {
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&d);
    pthread_mutex_unlock(&d);
    pthread_mutex_unlock(&c);
    return arg;
}
static void *four(void *arg) {
    pthread_mutex_lock(&d);
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&d);
    return arg;
}
int main(void) {
    pthread_t t[4];
    sem_init(&go, 0, 0);
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_create(&t[2], 0, three, 0);
    pthread_create(&t[3], 0, four, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    sem_wait(&go);
    return 0;
}
