// expect: violated data-race
// options: --continue --property race
// message: ^violated: data-race: .* \(and 3 more\) \[
// violations: data-race 12+21; deadlock 14; assertion 35; assertion 36
// A race, a circle of locks and two assertions: none keeps the others from being found.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int counter, total, flag;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {
    counter++;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    total = total + 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
static void *second(void *arg) {
    counter += 2;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    flag = total;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(counter == 3);
    assert(flag == 1);
    return 0;
}
