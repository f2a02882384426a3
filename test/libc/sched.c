// SPDX-License-Identifier: Apache-2.0
// Scheduling requests and processors: <sched.h>, <sys/sysinfo.h>, priorities.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

static int flag;

static void *set_flag(void *arg) {
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}

// checks: success
void pass_sched_yield(void) {
    assert(sched_yield() == 0);
}

// violates: assertion: to yield is not to wait
void fail_sched_yield(void) {
    pthread_t t;
    pthread_create(&t, NULL, set_flag, NULL);
    sched_yield();
    assert(__atomic_load_n(&flag, __ATOMIC_SEQ_CST));
}

// checks: 99 for real time, 0 else; EINVAL
void pass_sched_get_priority_max(void) {
    assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_max(SCHED_OTHER) == 0);
    assert(sched_get_priority_max(77) == -1 && errno == EINVAL);
}

// violates: assertion: not every policy has priorities
void fail_sched_get_priority_max(void) {
    assert(sched_get_priority_max(SCHED_OTHER) > sched_get_priority_min(SCHED_OTHER));
}

// checks: 1 for real time, 0 else; EINVAL
void pass_sched_get_priority_min(void) {
    assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_min(SCHED_OTHER) == 0);
    assert(sched_get_priority_min(77) == -1 && errno == EINVAL);
}

// violates: assertion: real-time priorities do not begin at 0
void fail_sched_get_priority_min(void) {
    assert(sched_get_priority_min(SCHED_FIFO) == 0);
}

// checks: the usual policy may be set; EINVAL for a bad priority or policy
void pass_sched_setscheduler(void) {
    struct sched_param p = {.sched_priority = 0};
    assert(sched_setscheduler(0, SCHED_OTHER, &p) == 0);
    assert(sched_setscheduler(0, 77, &p) == -1 && errno == EINVAL);
    p.sched_priority = 100;
    assert(sched_setscheduler(0, SCHED_FIFO, &p) == -1 && errno == EINVAL);
}

// violates: null-dereference: there is no priority
void fail_sched_setscheduler(void) {
    sched_setscheduler(0, SCHED_FIFO, NULL);
}

// checks: the usual policy; EINVAL
void pass_sched_getscheduler(void) {
    assert(sched_getscheduler(0) == SCHED_OTHER);
    assert(sched_getscheduler(-1) == -1 && errno == EINVAL);
}

// violates: assertion: no program begins with a real-time policy
void fail_sched_getscheduler(void) {
    assert(sched_getscheduler(0) == SCHED_FIFO);
}

// checks: the usual policy has no priority but 0
void pass_sched_setparam(void) {
    struct sched_param p = {.sched_priority = 0};
    assert(sched_setparam(0, &p) == 0);
    p.sched_priority = 5;
    assert(sched_setparam(0, &p) == -1 && errno == EINVAL);
}

// violates: assertion: the usual policy has no priority but 0
void fail_sched_setparam(void) {
    struct sched_param p = {.sched_priority = 5};
    assert(sched_setparam(0, &p) == 0);
}

// checks: priority 0; EINVAL
void pass_sched_getparam(void) {
    struct sched_param p = {.sched_priority = 7};
    assert(sched_getparam(0, &p) == 0 && p.sched_priority == 0);
    assert(sched_getparam(-1, &p) == -1 && errno == EINVAL);
}

// violates: null-dereference: there is nowhere to put the priority
void fail_sched_getparam(void) {
    struct sched_param *nowhere = NULL;
    sched_getparam(0, nowhere);
}

// checks: a valid time; EINVAL
void pass_sched_rr_get_interval(void) {
    struct timespec t;
    assert(sched_rr_get_interval(0, &t) == 0 && t.tv_sec >= 0 && t.tv_nsec < 1000000000);
    assert(sched_rr_get_interval(-1, &t) == -1 && errno == EINVAL);
}

// violates: null-dereference: there is nowhere to put the time
void fail_sched_rr_get_interval(void) {
    struct timespec *nowhere = NULL;
    sched_rr_get_interval(0, nowhere);
}

// checks: the priority from then on, within its range; EPERM for a user who wants more than there was
void pass_nice(void) {
    assert(nice(0) == 0 && nice(3) == 3 && getpriority(PRIO_PROCESS, 0) == 3);
    assert(nice(-1) == -1 && errno == EPERM && nice(1000) == 19);
}

// violates: assertion: priorities order nothing
void fail_nice(void) {
    pthread_t t;
    pthread_create(&t, NULL, set_flag, NULL);
    nice(19);
    assert(__atomic_load_n(&flag, __ATOMIC_SEQ_CST));
}

// checks: a value in the range; EINVAL
void pass_getpriority(void) {
    int value = getpriority(PRIO_PROCESS, 0);
    assert(value >= -20 && value < 20);
    assert(getpriority(77, 0) == -1 && errno == EINVAL);
}

// violates: assertion: no program begins with a higher priority
void fail_getpriority(void) {
    assert(getpriority(PRIO_PROCESS, 0) < 0);
}

// checks: it can be asked for; EACCES for a user who wants more than there was; EINVAL
void pass_setpriority(void) {
    assert(setpriority(PRIO_PROCESS, 0, 7) == 0 && getpriority(PRIO_PROCESS, 0) == 7);
    assert(setpriority(PRIO_PROCESS, 0, 6) == -1 && errno == EACCES);
    assert(setpriority(77, 0, 0) == -1 && errno == EINVAL);
}

// violates: assertion: there are only three kinds of priorities
void fail_setpriority(void) {
    assert(setpriority(77, 0, 0) == 0);
}

// checks: a thread can bind itself to a processor; EINVAL if there is none in the set
void pass_sched_setaffinity(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
    CPU_SET(1, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0 && sched_getcpu() == 1);
    CPU_ZERO(&set);
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
}

// violates: assertion: there are only two processors
void fail_sched_setaffinity(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(1000, &set);
    assert(sched_setaffinity(0, sizeof set, &set) == 0);
}

// checks: as many processors as sysconf tells; EINVAL if the set is too small
void pass_sched_getaffinity(void) {
    cpu_set_t set;
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == sysconf(_SC_NPROCESSORS_ONLN));
    assert(sched_getaffinity(0, 1, &set) == -1 && errno == EINVAL);
}

// violates: out-of-bounds: the set is smaller than the caller says
void fail_sched_getaffinity(void) {
    unsigned long set;
    sched_getaffinity(0, sizeof(cpu_set_t), (cpu_set_t *)&set);
}

// checks: one of the processors
void pass_sched_getcpu(void) {
    int processor = sched_getcpu();
    assert(processor >= 0 && processor < get_nprocs());
}

// violates: assertion: a thread can move to another processor
void fail_sched_getcpu(void) {
    assert(sched_getcpu() == sched_getcpu());
}

// checks: processor and node; both may be left out
void pass_getcpu(void) {
    unsigned processor = 77, node = 77;
    assert(getcpu(&processor, &node) == 0 && processor < 1024 && node < 1024);
    assert(getcpu(NULL, NULL) == 0);
}

// violates: assertion: it can be any processor
void fail_getcpu(void) {
    unsigned processor;
    getcpu(&processor, NULL);
    assert(processor == 0);
}

// checks: at least one processor
void pass_get_nprocs(void) {
    assert(get_nprocs() >= 1 && get_nprocs() <= get_nprocs_conf());
}

// violates: assertion: there is more than one processor
void fail_get_nprocs(void) {
    assert(get_nprocs() == 1);
}

// checks: at least one processor
void pass_get_nprocs_conf(void) {
    assert(get_nprocs_conf() >= 1 && get_nprocs_conf() == sysconf(_SC_NPROCESSORS_CONF));
}

// violates: assertion: there is more than one processor
void fail_get_nprocs_conf(void) {
    assert(get_nprocs_conf() == 1);
}

// checks: sets of processors that are allocated
void pass_sched_setaffinity__alloc(void) {
    cpu_set_t *set = CPU_ALLOC(100);
    size_t size = CPU_ALLOC_SIZE(100);
    assert(set);
    CPU_ZERO_S(size, set);
    CPU_SET_S(99, size, set);
    assert(CPU_COUNT_S(size, set) == 1 && CPU_ISSET_S(99, size, set));
    CPU_FREE(set);
}

// violates: out-of-bounds: the set has no room for that processor
void fail_sched_setaffinity__alloc(void) {
    cpu_set_t *set = CPU_ALLOC(10);
    CPU_SET_S(100, CPU_ALLOC_SIZE(1000), set);
}

// checks: counts what is in the set
void pass_sched_getaffinity__count(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    assert(CPU_COUNT(&set) == 0);
    CPU_SET(3, &set);
    CPU_SET(64, &set);
    CPU_SET(3, &set);
    assert(CPU_COUNT(&set) == 2);
}

// violates: uninitialized: the set was never made empty
// options: --property uninitialized
void fail_sched_getaffinity__count(void) {
    cpu_set_t set;
    CPU_SET(3, &set);
    assert(CPU_COUNT(&set) == 1);
}

// checks: sets of processors that are freed
// options: --property leak
void pass_sched_setaffinity__free(void) {
    CPU_FREE(CPU_ALLOC(8));
}

// violates: double-free: freed twice
void fail_sched_setaffinity__free(void) {
    cpu_set_t *set = CPU_ALLOC(8);
    CPU_FREE(set);
    CPU_FREE(set);
}
