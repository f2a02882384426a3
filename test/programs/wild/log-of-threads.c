// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many instructions
// A pool with a log as people write it: who takes which job, and where it lies.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LOG(...) log_line(__FILE__, __LINE__, __VA_ARGS__)

struct job { struct job *next; int number; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;
static int done;

static void log_line(const char *file, int line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d [%lu/0x%x] ", file, line, (unsigned long)pthread_self(), (unsigned)pthread_self());
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static struct job *take(void) {
    pthread_mutex_lock(&lock);
    struct job *job = jobs;
    if (job)
        jobs = job->next;
    pthread_mutex_unlock(&lock);
    return job;
}

static void *work(void *arg) {
    for (struct job *job; (job = take());) {
        LOG("takes job %d at %p (%#lx)", job->number, (void *)job, (unsigned long)job);
        pthread_mutex_lock(&lock);
        done++;
        pthread_mutex_unlock(&lock);
        free(job);
    }
    LOG("has nothing left to do, argument %ld", (long)arg);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);
        *job = (struct job){jobs, i};
        jobs = job;
    }
    for (long i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, (void *)i);
        LOG("started %lu", (unsigned long)threads[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(done == 2);
    return 0;
}
