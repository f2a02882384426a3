// SPDX-License-Identifier: Apache-2.0
// What a copy of many bytes has written is told in full, though it goes in pieces.
// expect: violated assertion line 41
// options: --trace-full
// levels: -O0
// message: Job#1\.run = twice, Job#1\.arg = &ring\[0\]\[0\], Job#1\.n = 3
// message: tasks\[1\]\.run = NULL, tasks\[1\]\.arg = NULL, tasks\[1\]\.n = 0
// message: memcpy\(ring\[1\], line, 8\); +ring\[1\] = "abc"
// message: char line\[16\] = ""; +line = ""
// message: memcpy\(line, "abc", 4\); +line = "abc"
// message: memset\(numbers, 0, sizeof numbers\); +numbers = \{0, 0, 0, 0\}
// message: memcpy\(numbers \+ 1, two, sizeof two\); +numbers\[1\.\.2\] = \{7, 8\}
// message: numbers = \{0, 7, 8, 0\}
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int (*run)(int);
    void *arg;
    long n;
} Job;
static char ring[2][8];
static Job tasks[2];
static int numbers[4];
static int twice(int n) { return 2 * n; }

int main(void) {
    const int two[2] = {7, 8};
    char line[16] = "";
    Job *job = malloc(sizeof *job);
    *job = (Job){.run = twice, .arg = ring, .n = 3};
    tasks[1] = (Job){0};
    memcpy(line, "abc", 4);
    memcpy(ring[1], line, 8);
    memset(numbers, 0, sizeof numbers);
    memcpy(numbers + 1, two, sizeof two);
    struct { int numbers[4]; } all;
    memcpy(all.numbers, numbers, sizeof all.numbers);
    assert(job->n == all.numbers[1]);
}
