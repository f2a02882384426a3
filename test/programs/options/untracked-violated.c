// SPDX-License-Identifier: Apache-2.0
// The update of the highest number takes more instructions than none, so the schedule that the search has found, with the
// highest number of other runs, does not fit the run; there is a violation all the same.
// expect: violated assertion line 32
// options: --untracked highest,log_of_moves
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int sum, highest, log_of_moves[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int now) {
    log_of_moves[now & 7]++;
    if (now > highest) {
        highest = now;
        for (int i = now; i < 8; i++)
            log_of_moves[i]++;
    }
}

static void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        int by = heddle_choose(3);
        pthread_mutex_lock(&lock);
        heddle_atomic_begin();
        sum += by;
        note(sum);
        heddle_atomic_end();
        pthread_mutex_unlock(&lock);
    }
    assert(sum != 4);
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
