// SPDX-License-Identifier: Apache-2.0
// A use after free: the sender takes an empty mailbox for a message that has been read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Message {
    int number;
} Message;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static Message *mailbox;

static void *receiver(void *arg) {
    pthread_mutex_lock(&lock);
    while (!mailbox)
        pthread_cond_wait(&changed, &lock);
    Message *message = mailbox;
    mailbox = NULL;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    assert(message->number == 7);
#ifdef FIXED
    free(message); // who has taken it, owns it
#endif
    return arg;
}

static void send(Message *message) {
    pthread_mutex_lock(&lock);
    mailbox = message;
    pthread_cond_signal(&changed);
    while (mailbox)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t thread;
    Message *message = malloc(sizeof *message);
    pthread_create(&thread, NULL, receiver, NULL);
    message->number = 7;
    send(message);
#ifndef FIXED
    free(message);
#endif
    pthread_join(thread, NULL);
    return 0;
}
