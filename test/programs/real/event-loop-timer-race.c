// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion|deadlock|null-dereference|out-of-bounds line 83|90|107|145|150
// An event loop whose timers belong to the loop's own thread. A client adds one from its thread, as if it were a post;
// the loop, asleep, is not told, and a timer that the loop adds at the same moment takes the same place.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_TIMERS = 2 };

typedef struct Loop Loop;
typedef void Callback(Loop *loop, void *arg);

typedef struct Post {
    Callback *call;
    void *arg;
    struct Post *next;
} Post;

typedef struct {
    long due; // milliseconds
    Callback *call;
    void *arg;
} Timer;

struct Loop {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    Post *first, **last; // posted, not yet called
    bool is_stopping;
    // Only the loop's own thread uses the rest.
    long now;
    int ntimers;
    Timer timers[MAX_TIMERS]; // ordered by due
};

static void loop_init(Loop *loop) {
    *loop = (Loop){.last = &loop->first};
    pthread_mutex_init(&loop->lock, NULL);
    pthread_cond_init(&loop->wake, NULL);
}

static void loop_done(Loop *loop) {
    assert(!loop->first);
    pthread_cond_destroy(&loop->wake);
    pthread_mutex_destroy(&loop->lock);
}

// From any thread. The callbacks run in the order in which they were posted.
static bool loop_post(Loop *loop, Callback *call, void *arg) {
    Post *post = malloc(sizeof *post);
    if (!post)
        return false;
    *post = (Post){.call = call, .arg = arg};
    pthread_mutex_lock(&loop->lock);
    *loop->last = post;
    loop->last = &post->next;
    pthread_cond_signal(&loop->wake);
    pthread_mutex_unlock(&loop->lock);
    return true;
}

// From any thread. What was posted before still runs.
static void loop_stop(Loop *loop) {
    pthread_mutex_lock(&loop->lock);
    loop->is_stopping = true;
    pthread_cond_signal(&loop->wake);
    pthread_mutex_unlock(&loop->lock);
}

// From the loop's thread, or before it runs.
static bool loop_add_timer(Loop *loop, long delay, Callback *call, void *arg) {
    if (loop->ntimers == MAX_TIMERS)
        return false;
    int i = loop->ntimers++;
    long due = loop->now + delay;
    for (; i > 0 && loop->timers[i - 1].due > due; i--)
        loop->timers[i] = loop->timers[i - 1];
    loop->timers[i] = (Timer){.due = due, .call = call, .arg = arg};
    return true;
}

// Waits for the next timer or for a signal. A timeout says that the timer's time has come: no need to ask a clock.
static void wait_for_event(Loop *loop) {
    if (loop->ntimers == 0) {
        pthread_cond_wait(&loop->wake, &loop->lock);
        return;
    }
    long due = loop->timers[0].due;
    struct timespec time = {.tv_sec = due / 1000, .tv_nsec = due % 1000 * 1000000};
    if (pthread_cond_timedwait(&loop->wake, &loop->lock, &time) == ETIMEDOUT)
        loop->now = due;
}

static bool has_due_timer(const Loop *loop) { return loop->ntimers > 0 && loop->timers[0].due <= loop->now; }

static void run_due_timers(Loop *loop) {
    while (has_due_timer(loop)) {
        Timer timer = loop->timers[0];
        loop->ntimers--;
        for (int i = 0; i < loop->ntimers; i++)
            loop->timers[i] = loop->timers[i + 1];
        timer.call(loop, timer.arg);
    }
}

static void run_posts(Loop *loop, Post *post) {
    while (post) {
        Post *next = post->next;
        post->call(loop, post->arg);
        free(post);
        post = next;
    }
}

static void loop_run(Loop *loop) {
    for (;;) {
        pthread_mutex_lock(&loop->lock);
        while (!loop->first && !loop->is_stopping && !has_due_timer(loop))
            wait_for_event(loop);
        bool is_last = loop->is_stopping;
        Post *posts = loop->first;
        loop->first = NULL;
        loop->last = &loop->first;
        pthread_mutex_unlock(&loop->lock);
        // Without the lock, so that callbacks may post.
        run_posts(loop, posts);
        run_due_timers(loop);
        if (is_last && !posts)
            return;
    }
}

// The test: a request posts its own reply and stops the loop; a timer beats in the background.

static Loop loop;
static int requests, replies, beats;

static void on_beat(Loop *l, void *arg) {
    if (++beats < 2 && !loop_add_timer(l, 10, on_beat, arg))
        abort();
}

static void on_reply(Loop *l, void *arg) {
    (void)l;
    replies += *(int *)arg;
}

static void on_request(Loop *l, void *arg) {
    requests++;
    if (!loop_post(l, on_reply, arg))
        abort();
    loop_stop(l);
}

static void *client(void *arg) {
    if (!loop_add_timer(&loop, 5, on_request, arg))
        fprintf(stderr, "request lost: too many timers\n");
    return NULL;
}

int main(void) {
    pthread_t thread;
    int weight = 3;
    loop_init(&loop);
    loop_add_timer(&loop, 10, on_beat, NULL);
    if (pthread_create(&thread, NULL, client, &weight) != 0)
        return 1;
    loop_run(&loop);
    pthread_join(thread, NULL);
    assert(requests == 1);
    assert(replies == 3);
    assert(beats <= 2);
    loop_done(&loop);
    return 0;
}
