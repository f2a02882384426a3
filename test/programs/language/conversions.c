// expect: holds
// Conversions that gcc 12 warns of: numbers and pointers, pointers to other types, functions of another type.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int numbers[3] = {3, 1, 2};
static int compare(int *a, int *b) { return *a - *b; }
static void *as_number(int n) { return n + 1; }
static int sum(char *p) { return p[0] + p[1]; }
static int returns_nothing(int *p) {
    ++*p;
    return;
}
static void returns_something(int *p) { return ++*p; }

int main(void) {
    qsort(numbers, 3, sizeof numbers[0], compare);
    assert(numbers[0] == 1 && numbers[2] == 3);
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, as_number, 41);
    pthread_join(thread, &result);
    long number = result;
    assert(number == 42);
    short pair[] = {0x0201};
    assert(sum(pair) == 3);
    returns_nothing(numbers);
    returns_something(numbers);
    assert(numbers[0] == 3);
    return 0;
}
