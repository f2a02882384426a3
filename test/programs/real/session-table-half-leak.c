// SPDX-License-Identifier: Apache-2.0
// expect: violated leak line 57|66
// options: --malloc-may-fail --property leak
// no-none: too many states
// A table of sessions that two threads log into and out of. When there is no memory for the name of the user, the
// session without a name is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Session {
    struct Session *next;
    char *user;
    int id;
} Session;

typedef struct {
    pthread_mutex_t lock;
    Session *first;
    int next_id;
    int count;
} Table;

static Table table = {PTHREAD_MUTEX_INITIALIZER, NULL, 1, 0};

static void session_free(Session *session) {
    if (session)
        free(session->user);
    free(session);
}

// NULL if there is no memory.
static Session *session_new(const char *user) {
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->user = strdup(user);
    if (!session->user)
        return NULL;
    return session;
}

static Session **find(Table *t, int id) {
    Session **at = &t->first;
    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

// The id of the new session, or -ENOMEM.
static int login(Table *t, const char *user) {
    int result = -ENOMEM;
    pthread_mutex_lock(&t->lock);
    Session *session = session_new(user);
    if (!session)
        goto out;
    session->id = t->next_id++;
    session->next = t->first;
    t->first = session;
    t->count++;
    result = session->id;
out:
    pthread_mutex_unlock(&t->lock);
    return result;
}

// 0 or -ENOENT.
static int logout(Table *t, int id) {
    int result = -ENOENT;
    pthread_mutex_lock(&t->lock);
    Session **at = find(t, id);
    Session *session = *at;
    if (session) {
        *at = session->next;
        t->count--;
        session_free(session);
        result = 0;
    }
    pthread_mutex_unlock(&t->lock);
    return result;
}

static void check_user(Table *t, int id, const char *user) {
    pthread_mutex_lock(&t->lock);
    Session *session = *find(t, id);
    assert(session && strcmp(session->user, user) == 0);
    pthread_mutex_unlock(&t->lock);
}

static void visit(const char *user) {
    int id = login(&table, user);
    if (id < 0) {
        fprintf(stderr, "%s: %s\n", user, strerror(-id));
        return;
    }
    check_user(&table, id, user);
    int error = logout(&table, id);
    assert(error == 0);
    error = logout(&table, id);
    assert(error == -ENOENT);
}

static void *visitor(void *arg) {
    visit(arg);
    return NULL;
}

int main(void) {
    pthread_t thread;
    static char guest[] = "guest";
    if (pthread_create(&thread, NULL, visitor, guest) != 0)
        return EXIT_FAILURE;
    visit("root");
    pthread_join(thread, NULL);
    assert(table.count == 0 && table.first == NULL);
    assert(table.next_id >= 1 && table.next_id <= 3);
    return 0;
}
