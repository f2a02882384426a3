// SPDX-License-Identifier: Apache-2.0
// Attributes of threads inside pthread_attr_t, and what can be set of a thread that runs. Only the
// detach state has an effect: stacks here grow as they need to, and threads run in every order
// whatever their priorities are. The rest is kept so that it can be asked for.
#include "rt.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

// Priority, policy and processors of a thread.
struct rt_sched {
    int policy;
    int priority;
    size_t cpu_bytes; // 0: all processors
    unsigned char cpus[];
};

struct attr {
    char is_destroyed;
    char is_detached;
    char is_explicit;  // PTHREAD_EXPLICIT_SCHED
    char is_of_thread; // from pthread_getattr_np
    short policy;
    short priority;
    char *stack_end; // NULL unless it was set; the other end of the stack: it grows down
    size_t stack_size, guard_size;
    struct set *cpus, *signals; // NULL unless they were set
};
_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "attr must fit");

struct set {
    size_t bytes;
    unsigned char at[];
};

enum {
    STACK_MIN = 16384,
    STACK_DEFAULT = 8 << 20,
    PAGE = 4096,
    PRIORITY_MIN = 1,
    PRIORITY_MAX = 99
};

static struct attr *check(const pthread_attr_t *attr) {
    struct attr *a = (struct attr *)(uintptr_t)attr;
    rt_initialised(a->is_destroyed, "use of thread attributes that were never initialised");
    if (a->is_destroyed == 1)
        rt_misuse("use of destroyed thread attributes");
    if (a->is_destroyed)
        rt_misuse("use of something that is not initialised thread attributes");
    return a;
}

bool __rt_attr_is_detached(const void *attr) { return check(attr)->is_detached; }

static void set_defaults(struct attr *a) {
    // as large as the limit of the first stack
    *a = (struct attr){.stack_size = RT_WORLD(size_t, STACK_DEFAULT, LIMITS), .guard_size = PAGE};
}

MODEL int pthread_attr_init(pthread_attr_t *attr) {
    set_defaults((struct attr *)attr);
    return 0;
}

MODEL int pthread_attr_destroy(pthread_attr_t *attr) {
    check(attr)->is_destroyed = 1;
    return 0;
}

// ---- detach state -------------------------------------------------------------------------------

MODEL int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
    if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE)
        return EINVAL;
    check(attr)->is_detached = state == PTHREAD_CREATE_DETACHED;
    return 0;
}

MODEL int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
    *state = check(attr)->is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    return 0;
}

// ---- stack --------------------------------------------------------------------------------------

MODEL int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
    if (size < STACK_MIN)
        return EINVAL;
    check(attr)->stack_size = size;
    return 0;
}

MODEL int pthread_attr_getstacksize(const pthread_attr_t *restrict attr, size_t *restrict size) {
    *size = check(attr)->stack_size;
    return 0;
}

MODEL int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
    check(attr)->guard_size = size;
    return 0;
}

MODEL int pthread_attr_getguardsize(const pthread_attr_t *restrict attr, size_t *restrict size) {
    *size = check(attr)->guard_size;
    return 0;
}

static char *stack_end(const pthread_attr_t *attr) {
    struct attr *a = check(attr);
    if (a->is_of_thread)
        __heddle_unsupported("the address of a thread's stack, asked for with pthread_getattr_np");
    return a->stack_end;
}

MODEL int pthread_attr_setstack(pthread_attr_t *attr, void *start, size_t size) {
    int error = pthread_attr_setstacksize(attr, size);
    if (!error)
        check(attr)->stack_end = (char *)start + size;
    return error;
}

MODEL int pthread_attr_getstack(const pthread_attr_t *restrict attr, void **restrict start,
                                size_t *restrict size) {
    *size = check(attr)->stack_size;
    char *end = stack_end(attr);
    *start = end ? end - *size : NULL;
    return 0;
}

MODEL int pthread_attr_setstackaddr(pthread_attr_t *attr, void *end) {
    check(attr)->stack_end = end;
    return 0;
}

MODEL int pthread_attr_getstackaddr(const pthread_attr_t *restrict attr, void **restrict end) {
    *end = stack_end(attr);
    return 0;
}

// ---- scheduling ---------------------------------------------------------------------------------

static bool is_real_time(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

static bool is_priority(int policy, int priority) {
    return is_real_time(policy) ? priority >= PRIORITY_MIN && priority <= PRIORITY_MAX
                                : priority == 0;
}

MODEL int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
    check(attr);
    __heddle_wrote(attr, scope == PTHREAD_SCOPE_SYSTEM ? sizeof(struct attr) : 0);
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

MODEL int pthread_attr_getscope(const pthread_attr_t *restrict attr, int *restrict scope) {
    check(attr);
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

MODEL int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    check(attr)->is_explicit = inherit == PTHREAD_EXPLICIT_SCHED;
    return 0;
}

MODEL int pthread_attr_getinheritsched(const pthread_attr_t *restrict attr, int *restrict inherit) {
    *inherit = check(attr)->is_explicit ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
    return 0;
}

MODEL int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
    if (policy != SCHED_OTHER && !is_real_time(policy))
        return EINVAL;
    check(attr)->policy = (short)policy;
    return 0;
}

MODEL int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attr, int *restrict policy) {
    *policy = check(attr)->policy;
    return 0;
}

MODEL int pthread_attr_setschedparam(pthread_attr_t *restrict attr,
                                     const struct sched_param *restrict param) {
    struct attr *a = check(attr);
    if (!is_priority(a->policy, param->sched_priority))
        return EINVAL;
    a->priority = (short)param->sched_priority;
    return 0;
}

MODEL int pthread_attr_getschedparam(const pthread_attr_t *restrict attr,
                                     struct sched_param *restrict param) {
    param->sched_priority = check(attr)->priority;
    return 0;
}

// ---- sets ---------------------------------------------------------------------------------------

static void copy(void *to, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

// NULL for an empty one.
static struct set *set_new(const void *from, size_t bytes) {
    if (!from || bytes == 0)
        return NULL;
    struct set *s = __heddle_alloc(sizeof *s + bytes, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    s->bytes = bytes;
    copy(s->at, from, bytes);
    return s;
}

static void all_processors(cpu_set_t *set, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)set)[i] = 0xff;
}

// EINVAL if there is no room for a processor of the set.
static int get_processors(const unsigned char *from, size_t has, cpu_set_t *to, size_t bytes) {
    for (size_t i = bytes; i < has; i++)
        if (from[i])
            return EINVAL;
    copy(to, from, has < bytes ? has : bytes);
    for (size_t i = has; i < bytes; i++)
        ((unsigned char *)to)[i] = 0;
    return 0;
}

MODEL int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t bytes, const cpu_set_t *set) {
    check(attr)->cpus = set_new(set, bytes);
    return 0;
}

MODEL int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t bytes, cpu_set_t *set) {
    struct set *s = check(attr)->cpus;
    if (s)
        return get_processors(s->at, s->bytes, set, bytes);
    all_processors(set, bytes);
    return 0;
}

MODEL int pthread_attr_setsigmask_np(pthread_attr_t *attr, const sigset_t *mask) {
    if (mask)
        __heddle_unsupported("pthread_attr_setsigmask_np");
    check(attr)->signals = NULL;
    return 0;
}

MODEL int pthread_attr_getsigmask_np(const pthread_attr_t *attr, sigset_t *mask) {
    check(attr);
    for (size_t i = 0; i < sizeof *mask; i++)
        ((unsigned char *)mask)[i] = 0;
    return PTHREAD_ATTR_NO_SIGMASK_NP;
}

// ---- threads that run ---------------------------------------------------------------------------

static struct rt_thread *thread_of(pthread_t thread) {
    struct rt_thread *t = (struct rt_thread *)thread;
    if (t->mode == RT_JOINED)
        rt_misuse("use of a thread that was joined already");
    return t;
}

static void sched_set(struct rt_thread *t, int policy, int priority, const void *cpus,
                      size_t bytes) {
    struct rt_sched *s =
        __heddle_alloc(sizeof *s + bytes, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    s->policy = policy;
    s->priority = priority;
    s->cpu_bytes = bytes;
    copy(s->cpus, cpus, bytes);
    t->sched = s;
}

static struct rt_sched sched_of(struct rt_thread *t) {
    return t->sched ? *t->sched : (struct rt_sched){.policy = SCHED_OTHER};
}

MODEL int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param) {
    __heddle_mask();
    struct rt_thread *t = thread_of(thread);
    bool is_policy = is_real_time(policy) || policy == SCHED_OTHER || policy == SCHED_BATCH ||
                     policy == SCHED_IDLE;
    if (!is_policy || !is_priority(policy, param->sched_priority))
        return EINVAL;
    sched_set(t, policy, param->sched_priority, t->sched ? t->sched->cpus : NULL,
              sched_of(t).cpu_bytes);
    return 0;
}

static NOINLINE void get_sched(pthread_t thread, int *policy, struct sched_param *param) {
    __heddle_mask();
    struct rt_sched s = sched_of(thread_of(thread));
    *policy = s.policy;
    param->sched_priority = s.priority;
}

MODEL int pthread_getschedparam(pthread_t thread, int *restrict policy,
                                struct sched_param *restrict param) {
    get_sched(thread, policy, param);
    __heddle_wrote(policy, sizeof *policy);
    __heddle_wrote(&param->sched_priority, sizeof param->sched_priority);
    return 0;
}

MODEL int pthread_setschedprio(pthread_t thread, int priority) {
    __heddle_mask();
    struct rt_thread *t = thread_of(thread);
    int policy = sched_of(t).policy;
    if (!is_priority(policy, priority))
        return EINVAL;
    sched_set(t, policy, priority, t->sched ? t->sched->cpus : NULL, sched_of(t).cpu_bytes);
    return 0;
}

static bool is_empty(const cpu_set_t *set, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (((const unsigned char *)set)[i])
            return false;
    return true;
}

MODEL int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *set) {
    __heddle_mask();
    struct rt_thread *t = thread_of(thread);
    if (is_empty(set, bytes))
        return EINVAL;
    struct rt_sched s = sched_of(t);
    sched_set(t, s.policy, s.priority, set, bytes);
    return 0;
}

static NOINLINE int get_affinity(pthread_t thread, size_t bytes, cpu_set_t *set) {
    __heddle_mask();
    struct rt_thread *t = thread_of(thread);
    if (sched_of(t).cpu_bytes)
        return get_processors(t->sched->cpus, t->sched->cpu_bytes, set, bytes);
    all_processors(set, bytes);
    return 0;
}

MODEL int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *set) {
    int error = get_affinity(thread, bytes, set);
    if (!error)
        __heddle_wrote(set, bytes);
    return error;
}

static NOINLINE void get_attr(pthread_t thread, pthread_attr_t *attr) {
    __heddle_mask();
    struct rt_thread *t = thread_of(thread);
    struct attr *a = (struct attr *)attr;
    set_defaults(a);
    a->is_detached = t->mode == RT_DETACHED;
    a->is_of_thread = 1;
    a->policy = (short)sched_of(t).policy;
    a->priority = (short)sched_of(t).priority;
    if (sched_of(t).cpu_bytes)
        a->cpus = set_new(t->sched->cpus, t->sched->cpu_bytes);
}

MODEL int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr) {
    get_attr(thread, attr);
    __heddle_wrote(attr, sizeof(struct attr));
    return 0;
}

// All threads have the same clock here.
static NOINLINE void get_clock(pthread_t thread, clockid_t *clock) {
    __heddle_mask();
    thread_of(thread);
    *clock = CLOCK_THREAD_CPUTIME_ID;
}

MODEL int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    get_clock(thread, clock);
    __heddle_wrote(clock, sizeof *clock);
    return 0;
}

// ---- the whole program --------------------------------------------------------------------------

static pthread_attr_t defaults;
static int has_defaults;
static int concurrency;

static NOINLINE void get_defaults(pthread_attr_t *attr) {
    __heddle_mask();
    if (has_defaults)
        *attr = defaults;
    else
        set_defaults((struct attr *)attr);
}

MODEL int pthread_getattr_default_np(pthread_attr_t *attr) {
    get_defaults(attr);
    __heddle_wrote(attr, sizeof(struct attr));
    return 0;
}

// A default stack address is refused, as in glibc; but for the detach state, what is left has no
// effect on threads.
MODEL int pthread_setattr_default_np(const pthread_attr_t *attr) {
    __heddle_mask();
    struct attr *a = check(attr);
    if (a->stack_end || !is_priority(a->policy, a->priority))
        return EINVAL;
    if (a->is_detached)
        __heddle_unsupported("pthread_setattr_default_np that makes threads detached");
    *(struct attr *)&defaults = *a;
    has_defaults = 1;
    return 0;
}

MODEL int pthread_setconcurrency(int level) {
    __heddle_mask();
    if (level < 0)
        return EINVAL;
    concurrency = level;
    return 0;
}

MODEL int pthread_getconcurrency(void) {
    __heddle_mask();
    return concurrency;
}
