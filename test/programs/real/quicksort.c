// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// no-none: too many states
// Sorts numbers by quicksort. After the first partition a thread of its own sorts the left part, while the caller
// sorts the right one; small parts are sorted by insertion.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALL = 2, MAX_DEPTH = 1 };

typedef struct {
    int *numbers;
    size_t count;
    int depth; // of threads
} Part;

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void insertion_sort(int *numbers, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && numbers[j - 1] > numbers[j]; j--)
            swap(&numbers[j - 1], &numbers[j]);
}

// Moves the smaller numbers to the left of the pivot; returns its place.
static size_t partition(int *numbers, size_t count) {
    int pivot = numbers[count - 1];
    size_t place = 0;
    for (size_t i = 0; i + 1 < count; i++)
        if (numbers[i] < pivot)
            swap(&numbers[i], &numbers[place++]);
    swap(&numbers[place], &numbers[count - 1]);
    return place;
}

static void *sort_part(void *arg);

static void sort(const Part *part) {
    if (part->count <= SMALL) {
        insertion_sort(part->numbers, part->count);
        return;
    }
    size_t pivot = partition(part->numbers, part->count);
    Part left = {part->numbers, pivot, part->depth + 1};
    Part right = {part->numbers + pivot + 1, part->count - pivot - 1, part->depth + 1};
    pthread_t thread;
    // Without a thread it only takes longer.
    if (part->depth >= MAX_DEPTH || pthread_create(&thread, NULL, sort_part, &left) != 0) {
        sort(&left);
        sort(&right);
        return;
    }
    sort(&right);
    pthread_join(thread, NULL);
}

static void *sort_part(void *arg) {
    sort(arg);
    return NULL;
}

static void parallel_sort(int *numbers, size_t count) {
    Part all = {numbers, count, 0};
    sort(&all);
}

static void print(const char *title, const int *numbers, size_t count) {
    printf("%s:", title);
    for (size_t i = 0; i < count; i++)
        printf(" %d", numbers[i]);
    printf("\n");
}

static long sum_of(const int *numbers, size_t count) {
    long sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

int main(void) {
    int numbers[] = {9, 7, 2, 8, 1, 3, 5};
    size_t count = sizeof numbers / sizeof *numbers;
    long sum = sum_of(numbers, count);
    parallel_sort(numbers, count);
    print("sorted", numbers, count);
    for (size_t i = 1; i < count; i++)
        assert(numbers[i - 1] <= numbers[i]);
    assert(sum_of(numbers, count) == sum);
    return 0;
}
