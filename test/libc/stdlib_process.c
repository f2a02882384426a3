// SPDX-License-Identifier: Apache-2.0
// Conformance tests: stdlib.h, the environment, the end of the program, and the rest
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- the environment ----------------------------------------------------------------------------

// checks: NULL for what is not set, a prefix is another name
void pass_getenv(void) {
    assert(!getenv("HEDDLE_NAME"));
    setenv("HEDDLE_NAME", "x=y", 1);
    assert(strcmp(getenv("HEDDLE_NAME"), "x=y") == 0 && !getenv("HEDDLE_NAM") && !getenv("HEDDLE_NAME="));
}

// violates: null-dereference: nothing is set at the beginning
void fail_getenv(void) { assert(strcmp(getenv("HOME"), "/") == 0); }

// checks: as getenv
void pass_secure_getenv(void) {
    setenv("HEDDLE_NAME", "v", 1);
    assert(strcmp(secure_getenv("HEDDLE_NAME"), "v") == 0 && !secure_getenv("HEDDLE_OTHER"));
}

// violates: null-dereference: nothing is set at the beginning
void fail_secure_getenv(void) { assert(*secure_getenv("HOME")); }

// checks: replaces only when asked to; the value is copied; EINVAL for a bad name
void pass_setenv(void) {
    char value[] = "1";
    assert(setenv("HEDDLE_NAME", value, 0) == 0);
    value[0] = '2';
    assert(setenv("HEDDLE_NAME", value, 0) == 0 && strcmp(getenv("HEDDLE_NAME"), "1") == 0);
    assert(setenv("HEDDLE_NAME", "", 1) == 0 && *getenv("HEDDLE_NAME") == 0);
    errno = 0;
    assert(setenv("", "v", 1) == -1 && errno == EINVAL);
    errno = 0;
    assert(setenv("a=b", "v", 1) == -1 && errno == EINVAL);
}

static void *set_name(void *arg) {
    setenv("HEDDLE_NAME", arg, 1);
    return NULL;
}

// violates: assertion: either thread may be the last
void fail_setenv(void) {
    pthread_t t;
    pthread_create(&t, NULL, set_name, "a");
    set_name("b");
    pthread_join(t, NULL);
    assert(*getenv("HEDDLE_NAME") == 'b');
}

// violates: assertion: there may be no memory
// options: --malloc-may-fail
void fail_setenv__may_fail(void) { assert(setenv("HEDDLE_NAME", "v", 1) == 0); }

// checks: the string itself is in the environment; without = the name is removed
void pass_putenv(void) {
    static char entry[] = "HEDDLE_NAME=1";
    assert(putenv(entry) == 0 && *getenv("HEDDLE_NAME") == '1');
    entry[12] = '2';
    assert(*getenv("HEDDLE_NAME") == '2');
    assert(putenv("HEDDLE_NAME") == 0 && !getenv("HEDDLE_NAME"));
}

static void put_local(void) {
    char entry[] = "HEDDLE_NAME=1";
    putenv(entry);
}

// violates: use-after-return: the string was a local variable
void fail_putenv(void) {
    put_local();
    getenv("HEDDLE_NAME");
}

// checks: removes the name and no other; EINVAL for a bad name
void pass_unsetenv(void) {
    setenv("HEDDLE_A", "1", 1);
    setenv("HEDDLE_B", "2", 1);
    assert(unsetenv("HEDDLE_A") == 0 && !getenv("HEDDLE_A") && *getenv("HEDDLE_B") == '2');
    assert(unsetenv("HEDDLE_A") == 0);
    errno = 0;
    assert(unsetenv("a=b") == -1 && errno == EINVAL);
}

// violates: null-dereference: the name is gone
void fail_unsetenv(void) {
    setenv("HEDDLE_A", "1", 1);
    unsetenv("HEDDLE_A");
    assert(*getenv("HEDDLE_A") == '1');
}

// checks: everything is gone, and names can be set again
void pass_clearenv(void) {
    setenv("HEDDLE_A", "1", 1);
    assert(clearenv() == 0 && !getenv("HEDDLE_A"));
    setenv("HEDDLE_B", "1", 1);
    assert(strcmp(environ[0], "HEDDLE_B=1") == 0 && !environ[1]);
}

// violates: null-dereference: the name is gone
void fail_clearenv(void) {
    setenv("HEDDLE_A", "1", 1);
    clearenv();
    assert(*getenv("HEDDLE_A") == '1');
}

// ---- the end ------------------------------------------------------------------------------------

static int nhandlers;

static void first_handler(void) { assert(nhandlers++ == 0); }
static void second_handler(void) { assert(nhandlers++ == 1); }
static void must_not_run(void) { assert(0); }

// checks: nothing after it runs
void pass_exit(void) {
    exit(0);
    assert(0);
}

static void *leave(void *arg) {
    (void)arg;
    exit(0);
}

static void *never(void *arg) {
    (void)arg;
    assert(0);
    return NULL;
}

// violates: assertion: another thread may go on before the program ends
void fail_exit(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, leave, NULL);
    pthread_create(&u, NULL, never, NULL);
    pthread_join(t, NULL);
}

// violates: assertion: handlers run
void fail_exit__handlers(void) {
    atexit(must_not_run);
    exit(0);
}

// checks: no handlers run
void pass__exit(void) {
    atexit(must_not_run);
    _exit(0);
}

// violates: assertion: what comes before it does run
void fail__exit(void) {
    pthread_t t;
    pthread_create(&t, NULL, never, NULL);
    _exit(0);
}

// checks: no handlers run
void pass__Exit(void) {
    atexit(must_not_run);
    _Exit(0);
}

// violates: assertion: another thread may run before it
void fail__Exit(void) {
    pthread_t t;
    pthread_create(&t, NULL, never, NULL);
    _Exit(0);
}

// checks: only the handlers of at_quick_exit run
void pass_quick_exit(void) {
    atexit(must_not_run);
    at_quick_exit(first_handler);
    quick_exit(0);
}

// violates: assertion: its handlers run
void fail_quick_exit(void) {
    at_quick_exit(must_not_run);
    quick_exit(0);
}

// checks: the last one runs first
void pass_at_quick_exit(void) {
    assert(at_quick_exit(second_handler) == 0 && at_quick_exit(first_handler) == 0);
    quick_exit(0);
}

// violates: assertion: not in the order of the calls
void fail_at_quick_exit(void) {
    at_quick_exit(first_handler);
    at_quick_exit(second_handler);
    quick_exit(0);
}

// checks: the last one runs first; also when main returns
void pass_atexit(void) { assert(atexit(second_handler) == 0 && atexit(first_handler) == 0); }

// violates: assertion: not in the order of the calls
void fail_atexit(void) {
    atexit(first_handler);
    atexit(second_handler);
}

static void with_code(int code, void *arg) { assert(code == *(int *)arg); }

// checks: the handler gets the code and the argument
void pass_on_exit(void) {
    static int code = 0;
    assert(on_exit(with_code, &code) == 0);
    exit(0);
}

// violates: assertion: the code is that of exit
void fail_on_exit(void) {
    static int code = 4;
    on_exit(with_code, &code);
    exit(3);
}

// checks: a branch that is not taken does not abort
void pass_abort(void) {
    if (nhandlers != 0)
        abort();
}

// violates: assertion: abort is a violation
void fail_abort(void) { abort(); }

// ---- outside the program ------------------------------------------------------------------------

// checks: there is no shell
void pass_system(void) { assert(system(NULL) == 0); }

// violates: assertion: there is no shell
void fail_system(void) { assert(system(NULL) != 0); }

// unknown: commands are not run
void refuse_system(void) { system("true"); }

// checks: EINVAL for a template without six X
void pass_mkstemp(void) {
    char name[] = "/tmp/aXXXXX";
    errno = 0;
    assert(mkstemp(name) == -1 && errno == EINVAL);
}

// violates: assertion: a template without six X fails
void fail_mkstemp(void) {
    char name[] = "x";
    assert(mkstemp(name) >= 0);
}

// unknown: files cannot be created
void refuse_mkstemp(void) {
    char name[] = "/tmp/aXXXXXX";
    mkstemp(name);
}

// checks: EINVAL for a template without six X before the suffix
void pass_mkstemps(void) {
    char name[] = "/tmp/aXXXXXX.c";
    errno = 0;
    assert(mkstemps(name, 3) == -1 && errno == EINVAL);
}

// violates: assertion: a suffix longer than the name fails
void fail_mkstemps(void) {
    char name[] = "XXXXXX";
    assert(mkstemps(name, 3) >= 0);
}

// checks: EINVAL for a template without six X
void pass_mkostemp(void) {
    char name[] = "x";
    errno = 0;
    assert(mkostemp(name, 0) == -1 && errno == EINVAL);
}

// violates: assertion: a template without six X fails
void fail_mkostemp(void) {
    char name[] = "x";
    assert(mkostemp(name, 0) >= 0);
}

// checks: EINVAL for a template without six X before the suffix
void pass_mkostemps(void) {
    char name[] = "XXXXXX.c";
    errno = 0;
    assert(mkostemps(name, 3, 0) == -1 && errno == EINVAL);
}

// violates: assertion: a suffix longer than the name fails
void fail_mkostemps(void) {
    char name[] = "XXXXXX";
    assert(mkostemps(name, 3, 0) >= 0);
}

// checks: EINVAL for a template without six X
void pass_mkdtemp(void) {
    char name[] = "x";
    errno = 0;
    assert(!mkdtemp(name) && errno == EINVAL);
}

// violates: assertion: a template without six X fails
void fail_mkdtemp(void) {
    char name[] = "x";
    assert(mkdtemp(name));
}

// checks: EINVAL and an empty name for a template without six X
void pass_mktemp(void) {
    char name[] = "x";
    errno = 0;
    assert(mktemp(name) == name && errno == EINVAL && *name == 0);
}

// violates: assertion: it may fail
void fail_mktemp(void) {
    char name[] = "aXXXXXX";
    assert(*mktemp(name) == 'a');
}

// checks: ENOENT for an empty path
void pass_realpath(void) {
    errno = 0;
    assert(!realpath("", NULL) && errno == ENOENT);
}

// violates: null-dereference: the result of a failure
void fail_realpath(void) { assert(*realpath("", NULL) == '/'); }

// checks: -1 when there is nothing to say, or at most as many as asked for
void pass_getloadavg(void) {
    double loads[3];
    int n = getloadavg(loads, 3);
    assert(n >= -1 && n <= 3);
}

// violates: assertion: it may fail
void fail_getloadavg(void) {
    double loads[3];
    assert(getloadavg(loads, 3) >= 0);
}

// ---- texts --------------------------------------------------------------------------------------

// checks: yes, no and neither
void pass_rpmatch(void) { assert(rpmatch("Yes") == 1 && rpmatch("n") == 0 && rpmatch("maybe") == -1); }

// violates: null-dereference: there is no text
void fail_rpmatch(void) {
    char *volatile none = NULL;
    rpmatch(none);
}

// checks: names with and without a value, unknown names, the end
void pass_getsubopt(void) {
    char text[] = "rw,size=10,what=3", *rest = text, *value;
    char *const tokens[] = {"ro", "rw", "size", NULL};
    assert(getsubopt(&rest, tokens, &value) == 1 && !value);
    assert(getsubopt(&rest, tokens, &value) == 2 && strcmp(value, "10") == 0);
    assert(getsubopt(&rest, tokens, &value) == -1 && strcmp(value, "what=3") == 0 && *rest == 0);
}

// violates: invalid-pointer: the text cannot be written
void fail_getsubopt(void) {
    char *rest = "a,b", *value;
    char *const tokens[] = {"a", NULL};
    getsubopt(&rest, tokens, &value);
}
