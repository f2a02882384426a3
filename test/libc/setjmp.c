// SPDX-License-Identifier: Apache-2.0
// Conformance tests: setjmp.h
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf env;
static sigjmp_buf signal_env;

__attribute__((noinline)) static void jump_from(int depth, int value) {
    if (depth == 0)
        longjmp(env, value);
    jump_from(depth - 1, value);
    assert(0);
}

// checks: returns 0 first and the value of longjmp then
void pass_setjmp(void) {
    static int returns;
    int v = setjmp(env);
    returns++;
    if (v == 0)
        longjmp(env, 7);
    assert(v == 7 && returns == 2);
}

// checks: locals that were not changed keep their values, volatile ones keep their changes
void pass_setjmp__locals(void) {
    int kept = 5;
    volatile int changed = 1;
    if (setjmp(env) == 0) {
        changed = 2;
        jump_from(1, 1);
    }
    assert(kept == 5 && changed == 2);
}

// checks: a loop may come back to the same place more than once
void pass_setjmp__loop(void) {
    volatile int rounds = 0;
    for (volatile int i = 0; i < 3; i++)
        if (setjmp(env) == 0)
            longjmp(env, 1);
        else
            rounds++;
    assert(rounds == 3);
}

static void *jump_in_thread(void *arg) {
    jmp_buf own;
    volatile int n = 0;
    if (setjmp(own) < 3) {
        n++;
        longjmp(own, n);
    }
    *(int *)arg = n;
    return NULL;
}

// checks: each thread jumps in its own frames
void pass_setjmp__threads(void) {
    pthread_t t;
    int n = 0, m = 0;
    pthread_create(&t, NULL, jump_in_thread, &n);
    jump_in_thread(&m);
    pthread_join(t, NULL);
    assert(n == 3 && m == 3);
}

// violates: assertion: it returns more than once
void fail_setjmp(void) {
    static int returns;
    if (setjmp(env) == 0 && returns == 0) {
        returns++;
        longjmp(env, 1);
    }
    assert(returns == 0);
}

// checks: leaves nested calls
void pass_longjmp(void) {
    int v = setjmp(env);
    if (v == 0)
        jump_from(3, 42);
    assert(v == 42);
}

// checks: the value 0 becomes 1
void pass_longjmp__zero(void) {
    int v = setjmp(env);
    if (v == 0)
        jump_from(1, 0);
    assert(v == 1);
}

__attribute__((noinline)) static void mark_and_return(void) {
    if (setjmp(env) != 0)
        assert(0);
}

// violates: use-after-return: the function that called setjmp has returned
void fail_longjmp(void) {
    mark_and_return();
    longjmp(env, 1);
}

// violates: invalid-pointer: setjmp was never called
void fail_longjmp__unset(void) { longjmp(env, 1); }

// violates: invalid-pointer: setjmp was never called for a local buffer
void fail_longjmp__local(void) {
    jmp_buf local;
    longjmp(local, 1);
}

// violates: uninitialized: setjmp was never called for a local buffer
// options: --property uninitialized
void fail_longjmp__uninitialized(void) {
    jmp_buf local;
    longjmp(local, 1);
}

static void *jump_away(void *arg) {
    (void)arg;
    longjmp(env, 1);
}

// violates: invalid-pointer|use-after-return: the frame belongs to another thread
void fail_longjmp__other_thread(void) {
    pthread_t t;
    if (setjmp(env) == 0) {
        pthread_create(&t, NULL, jump_away, NULL);
        pthread_join(t, NULL);
    }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// violates: deadlock: a jump does not unlock what was locked before it
void fail_longjmp__locked(void) {
    if (setjmp(env) == 0) {
        pthread_mutex_lock(&mutex);
        jump_from(2, 1);
    }
    pthread_mutex_lock(&mutex);
}

// checks: as setjmp
void pass__setjmp(void) {
    int v = _setjmp(env);
    if (v == 0)
        jump_from(1, 3);
    assert(v == 3);
}

// violates: assertion: the second result is not 0
void fail__setjmp(void) {
    int v = _setjmp(env);
    if (v == 0)
        jump_from(1, 0);
    assert(v == 0);
}

// checks: as longjmp
void pass__longjmp(void) {
    int v = setjmp(env);
    if (v == 0)
        _longjmp(env, -1);
    assert(v == -1);
}

// violates: use-after-return: the function that called setjmp has returned
void fail__longjmp(void) {
    mark_and_return();
    _longjmp(env, 1);
}

// checks: as setjmp, whether the signal mask is to be saved or not
void pass_sigsetjmp(void) {
    int v = sigsetjmp(signal_env, 0);
    if (v == 0)
        siglongjmp(signal_env, 2);
    int w = sigsetjmp(signal_env, 1);
    if (w == 0)
        siglongjmp(signal_env, 3);
    assert(v == 2 && w == 3);
}

// checks: the function saves the mask, the macro does not
void pass_setjmp__mask(void) {
    sigset_t usr1, now;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    if ((setjmp)(signal_env) == 0) {
        sigprocmask(SIG_BLOCK, &usr1, NULL);
        longjmp(signal_env, 1);
    }
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert(!sigismember(&now, SIGUSR1));
    if (setjmp(signal_env) == 0) {
        sigprocmask(SIG_BLOCK, &usr1, NULL);
        longjmp(signal_env, 1);
    }
    sigprocmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGUSR1));
}

static int jumps;

static void jump_out(int sig) {
    (void)sig;
    jumps++;
    siglongjmp(signal_env, 1);
}

// checks: a jump out of a handler brings the mask back, which unblocks the signal
void pass_sigsetjmp__mask(void) {
    signal(SIGUSR1, jump_out);
    sigsetjmp(signal_env, 1);
    if (jumps < 2)
        raise(SIGUSR1);
    assert(jumps == 2);
}

// checks: without the mask the signal stays blocked
void pass_sigsetjmp__no_mask(void) {
    sigset_t set;
    signal(SIGUSR1, jump_out);
    if (sigsetjmp(signal_env, 0) == 0)
        raise(SIGUSR1);
    raise(SIGUSR1);
    sigpending(&set);
    assert(jumps == 1 && sigismember(&set, SIGUSR1));
}

// violates: assertion: the second result is not 0
void fail_sigsetjmp(void) {
    int v = sigsetjmp(signal_env, 1);
    if (v == 0)
        siglongjmp(signal_env, 2);
    assert(v == 0);
}

// checks: the value 0 becomes 1
void pass_siglongjmp(void) {
    int v = sigsetjmp(signal_env, 1);
    if (v == 0)
        siglongjmp(signal_env, 0);
    assert(v == 1);
}

// violates: invalid-pointer: sigsetjmp was never called
void fail_siglongjmp(void) { siglongjmp(signal_env, 1); }
