// SPDX-License-Identifier: Apache-2.0
// Prioritised messages between threads, in the manner of an embedded system's communication module: no dynamic memory,
// a fixed pool of message buffers, one queue for each priority, error codes instead of aborts, statistics, and validity
// checks on every call. Below the module are one producer and one consumer that exchange DEPTH messages.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef DEPTH
#define DEPTH 2
#endif

// ---- interface ----------------------------------------------------------------------------------

enum {
    IPC_PRIORITIES = 3,       // 0 is the most urgent
    IPC_BUFFERS = DEPTH,      // messages that can be under way
    IPC_PAYLOAD = 16,         // bytes in a message
    IPC_MAGIC = 0x1bc0ffee,   // marks an open channel
    IPC_NONE = -1,            // no buffer: end of a list
};

typedef enum IpcStatus {
    IPC_OK = 0,
    IPC_ERR_ARGUMENT,  // a null pointer, or a length or priority out of range
    IPC_ERR_CLOSED,    // the channel is not open
    IPC_ERR_STATE,     // the channel is open already
    IPC_ERR_FULL,      // no free buffer
    IPC_ERR_EMPTY,     // no message
    IPC_ERR_SIZE,      // the receiver's buffer is too small
    IPC_ERR_CORRUPT,   // a check of the module's own data failed
    IPC_ERR_SYSTEM,    // a call of the thread library failed
} IpcStatus;

typedef enum IpcWait { IPC_POLL, IPC_BLOCK } IpcWait;

typedef struct IpcStatistics {
    uint32_t sent[IPC_PRIORITIES];
    uint32_t received[IPC_PRIORITIES];
    uint32_t flushed;
    uint32_t refused; // calls that ended in an error
    uint32_t bytes;   // in all messages sent
} IpcStatistics;

typedef struct IpcInfo {
    int priority;
    size_t length;
    uint32_t sequence; // counts the messages of a channel in the order of sending
} IpcInfo;

// ---- inside -------------------------------------------------------------------------------------

typedef enum BufferUse { BUFFER_FREE, BUFFER_QUEUED } BufferUse;

typedef struct Buffer {
    BufferUse use;
    int next;
    int priority;
    uint32_t sequence;
    uint32_t checksum;
    size_t length;
    unsigned char payload[IPC_PAYLOAD];
} Buffer;

// A list of buffers, by their numbers.
typedef struct Queue {
    int first, last;
    int length;
} Queue;

typedef struct IpcChannel {
    pthread_mutex_t lock; // lives as long as the channel, open or not; the rest is guarded by it
    uint32_t magic;
    pthread_cond_t not_empty, not_full;
    Buffer buffer[IPC_BUFFERS];
    Queue queue[IPC_PRIORITIES];
    int in_use;
    int next_buffer; // where the search for a free one starts
    uint32_t next_sequence;
    IpcStatistics statistics;
} IpcChannel;

static void queue_init(Queue *q) {
    q->first = q->last = IPC_NONE;
    q->length = 0;
}

static bool is_buffer_number(int number) {
    return number >= 0 && number < IPC_BUFFERS;
}

static bool queue_is_valid(const Queue *q) {
    if (q->length < 0 || q->length > IPC_BUFFERS)
        return false;
    if (q->length == 0)
        return q->first == IPC_NONE && q->last == IPC_NONE;
    return is_buffer_number(q->first) && is_buffer_number(q->last);
}

static void queue_append(IpcChannel *c, Queue *q, int number) {
    c->buffer[number].next = IPC_NONE;
    if (q->last == IPC_NONE)
        q->first = number;
    else
        c->buffer[q->last].next = number;
    q->last = number;
    q->length++;
}

static int queue_take(IpcChannel *c, Queue *q) {
    int number = q->first;
    q->first = c->buffer[number].next;
    if (q->first == IPC_NONE)
        q->last = IPC_NONE;
    q->length--;
    c->buffer[number].next = IPC_NONE;
    return number;
}

static uint32_t checksum(const unsigned char *bytes, size_t length, uint32_t start) {
    uint32_t sum = start;
    for (size_t i = 0; i < length; i++)
        sum = (sum << 5 | sum >> 27) ^ bytes[i];
    return sum;
}

static bool channel_is_open(const IpcChannel *c) {
    return c->magic == IPC_MAGIC;
}

// What must be true whenever nobody holds the lock.
static bool channel_is_valid(const IpcChannel *c) {
    int queued = 0;
    for (int p = 0; p < IPC_PRIORITIES; p++) {
        if (!queue_is_valid(&c->queue[p]))
            return false;
        queued += c->queue[p].length;
    }
    return queued == c->in_use && is_buffer_number(c->next_buffer);
}

// The most urgent priority that has a message; IPC_PRIORITIES if there is none.
static int most_urgent(const IpcChannel *c) {
    int p = 0;
    while (p < IPC_PRIORITIES && c->queue[p].length == 0)
        p++;
    return p;
}

static bool buffer_is_intact(const Buffer *b) {
    return b->use == BUFFER_QUEUED && b->length <= IPC_PAYLOAD && b->priority >= 0 && b->priority < IPC_PRIORITIES &&
           b->checksum == checksum(b->payload, b->length, b->sequence);
}

static void buffer_release(IpcChannel *c, int number) {
    Buffer *b = &c->buffer[number];
    memset(b->payload, 0, b->length);
    b->use = BUFFER_FREE;
    b->length = 0;
    b->sequence = 0;
    b->checksum = 0;
    b->priority = 0;
    c->in_use--;
}

// A free buffer, or IPC_NONE. Buffers are used in turn, so that a stale reference meets an empty one for long.
static int buffer_acquire(IpcChannel *c) {
    for (int i = 0; i < IPC_BUFFERS; i++) {
        int number = (c->next_buffer + i) % IPC_BUFFERS;
        if (c->buffer[number].use == BUFFER_FREE) {
            c->next_buffer = (number + 1) % IPC_BUFFERS;
            c->buffer[number].use = BUFFER_QUEUED;
            c->in_use++;
            return number;
        }
    }
    return IPC_NONE;
}

// Takes the lock and makes sure that the channel can be used.
static IpcStatus channel_enter(IpcChannel *c) {
    if (pthread_mutex_lock(&c->lock) != 0)
        return IPC_ERR_SYSTEM;
    if (!channel_is_open(c)) {
        pthread_mutex_unlock(&c->lock);
        return IPC_ERR_CLOSED;
    }
    if (!channel_is_valid(c)) {
        pthread_mutex_unlock(&c->lock);
        return IPC_ERR_CORRUPT;
    }
    return IPC_OK;
}

static IpcStatus channel_leave(IpcChannel *c, IpcStatus status) {
    if (status != IPC_OK)
        c->statistics.refused++;
    if (pthread_mutex_unlock(&c->lock) != 0)
        return IPC_ERR_SYSTEM;
    return status;
}

// ---- functions ----------------------------------------------------------------------------------

static IpcStatus ipc_open(IpcChannel *c) {
    if (!c)
        return IPC_ERR_ARGUMENT;
    if (pthread_mutex_lock(&c->lock) != 0)
        return IPC_ERR_SYSTEM;
    if (channel_is_open(c)) {
        pthread_mutex_unlock(&c->lock);
        return IPC_ERR_STATE;
    }
    if (pthread_cond_init(&c->not_empty, NULL) != 0 || pthread_cond_init(&c->not_full, NULL) != 0)
        return channel_leave(c, IPC_ERR_SYSTEM);
    for (int p = 0; p < IPC_PRIORITIES; p++)
        queue_init(&c->queue[p]);
    memset(c->buffer, 0, sizeof c->buffer);
    memset(&c->statistics, 0, sizeof c->statistics);
    c->in_use = 0;
    c->next_buffer = 0;
    c->next_sequence = 0;
    c->magic = IPC_MAGIC;
    return channel_leave(c, IPC_OK);
}

// The caller makes sure that nobody waits for the channel any more.
static IpcStatus ipc_close(IpcChannel *c) {
    if (!c)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    c->magic = 0;
    if (pthread_cond_destroy(&c->not_full) != 0 || pthread_cond_destroy(&c->not_empty) != 0)
        return channel_leave(c, IPC_ERR_SYSTEM);
    return channel_leave(c, IPC_OK);
}

static IpcStatus ipc_send(IpcChannel *c, int priority, const void *data, size_t length, IpcWait wait) {
    if (!c || !data || length > IPC_PAYLOAD || priority < 0 || priority >= IPC_PRIORITIES)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    int number;
    while ((number = buffer_acquire(c)) == IPC_NONE) {
        if (wait == IPC_POLL)
            return channel_leave(c, IPC_ERR_FULL);
        if (pthread_cond_wait(&c->not_full, &c->lock) != 0)
            return channel_leave(c, IPC_ERR_SYSTEM);
    }
    Buffer *b = &c->buffer[number];
    b->priority = priority;
    b->length = length;
    b->sequence = c->next_sequence++;
    memcpy(b->payload, data, length);
    b->checksum = checksum(b->payload, length, b->sequence);
    queue_append(c, &c->queue[priority], number);
    c->statistics.bytes += (uint32_t)length;
    c->statistics.sent[priority]++;
    if (pthread_cond_signal(&c->not_empty) != 0)
        return channel_leave(c, IPC_ERR_SYSTEM);
    return channel_leave(c, IPC_OK);
}

static void describe(const Buffer *b, IpcInfo *info) {
    info->priority = b->priority;
    info->length = b->length;
    info->sequence = b->sequence;
}

// The oldest of the most urgent messages. A message that does not fit stays where it is.
static IpcStatus ipc_receive(IpcChannel *c, void *data, size_t size, IpcInfo *info, IpcWait wait) {
    if (!c || !data || !info)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    int priority;
    while ((priority = most_urgent(c)) == IPC_PRIORITIES) {
        if (wait == IPC_POLL)
            return channel_leave(c, IPC_ERR_EMPTY);
        if (pthread_cond_wait(&c->not_empty, &c->lock) != 0)
            return channel_leave(c, IPC_ERR_SYSTEM);
    }
    const Buffer *b = &c->buffer[c->queue[priority].first];
    if (!buffer_is_intact(b) || b->priority != priority)
        return channel_leave(c, IPC_ERR_CORRUPT);
    if (b->length > size)
        return channel_leave(c, IPC_ERR_SIZE);
    describe(b, info);
    memcpy(data, b->payload, b->length);
    buffer_release(c, queue_take(c, &c->queue[priority]));
    c->statistics.received[priority]++;
    if (pthread_cond_signal(&c->not_full) != 0)
        return channel_leave(c, IPC_ERR_SYSTEM);
    return channel_leave(c, IPC_OK);
}

// What ipc_receive would give now, without taking it.
static IpcStatus ipc_peek(IpcChannel *c, IpcInfo *info) {
    if (!c || !info)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    int priority = most_urgent(c);
    if (priority == IPC_PRIORITIES)
        return channel_leave(c, IPC_ERR_EMPTY);
    const Buffer *b = &c->buffer[c->queue[priority].first];
    if (!buffer_is_intact(b))
        return channel_leave(c, IPC_ERR_CORRUPT);
    describe(b, info);
    return channel_leave(c, IPC_OK);
}

// Throws away everything that waits, and says how much that was.
static IpcStatus ipc_flush(IpcChannel *c, int *count) {
    if (!c || !count)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    *count = 0;
    for (int p = 0; p < IPC_PRIORITIES; p++) {
        while (c->queue[p].length > 0) {
            buffer_release(c, queue_take(c, &c->queue[p]));
            (*count)++;
        }
    }
    c->statistics.flushed += (uint32_t)*count;
    if (pthread_cond_broadcast(&c->not_full) != 0)
        return channel_leave(c, IPC_ERR_SYSTEM);
    return channel_leave(c, IPC_OK);
}

static IpcStatus ipc_statistics(IpcChannel *c, IpcStatistics *statistics) {
    if (!c || !statistics)
        return IPC_ERR_ARGUMENT;
    IpcStatus status = channel_enter(c);
    if (status != IPC_OK)
        return status;
    *statistics = c->statistics;
    return channel_leave(c, IPC_OK);
}

// ---- one producer, one consumer -----------------------------------------------------------------

typedef struct Reading {
    int number;
    int priority;
    int value;
} Reading;

static IpcChannel channel = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int priority_of(int number) {
    return (number * 2 + 1) % IPC_PRIORITIES;
}

static void *produce(void *unused) {
    for (int i = 0; i < DEPTH; i++) {
        Reading reading = {.number = i, .priority = priority_of(i), .value = 100 + i};
        IpcStatus status = ipc_send(&channel, reading.priority, &reading, sizeof reading, IPC_BLOCK);
        assert(status == IPC_OK);
    }
    return unused;
}

// Each message comes once and whole, and those of the same priority come in the order in which they were sent.
static void *consume(void *unused) {
    int last[IPC_PRIORITIES] = {-1, -1, -1};
    for (int i = 0; i < DEPTH; i++) {
        Reading reading;
        IpcInfo info;
        IpcStatus status = ipc_receive(&channel, &reading, sizeof reading, &info, IPC_BLOCK);
        assert(status == IPC_OK && info.length == sizeof reading);
        assert(info.priority == reading.priority && info.sequence == (uint32_t)reading.number);
        assert(reading.priority == priority_of(reading.number) && reading.value == 100 + reading.number);
        assert(reading.number > last[info.priority]);
        last[info.priority] = reading.number;
    }
    return unused;
}

// The calls that are wrong on purpose, and a flush, before the threads start.
static void check_single(void) {
    IpcInfo info;
    int count;
    char byte = 'x';
    assert(ipc_send(&channel, 0, &byte, 1, IPC_POLL) == IPC_ERR_CLOSED);
    assert(ipc_open(&channel) == IPC_OK && ipc_open(&channel) == IPC_ERR_STATE);
    assert(ipc_peek(&channel, &info) == IPC_ERR_EMPTY);
    assert(ipc_send(&channel, IPC_PRIORITIES, &byte, 1, IPC_POLL) == IPC_ERR_ARGUMENT);
    assert(ipc_send(&channel, 1, &byte, 1, IPC_POLL) == IPC_OK);
    assert(ipc_peek(&channel, &info) == IPC_OK && info.priority == 1 && info.length == 1);
    assert(ipc_receive(&channel, &byte, 0, &info, IPC_POLL) == IPC_ERR_SIZE);
    assert(ipc_flush(&channel, &count) == IPC_OK && count == 1);
    assert(ipc_close(&channel) == IPC_OK);
    assert(ipc_open(&channel) == IPC_OK);
}

int main(void) {
    check_single();
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);

    IpcStatistics statistics;
    uint32_t sent = 0, received = 0;
    assert(ipc_statistics(&channel, &statistics) == IPC_OK);
    for (int p = 0; p < IPC_PRIORITIES; p++) {
        sent += statistics.sent[p];
        received += statistics.received[p];
    }
    assert(sent == DEPTH && received == DEPTH && statistics.bytes == DEPTH * sizeof(Reading));
    assert(statistics.refused == 0 && statistics.flushed == 0);
    assert(ipc_close(&channel) == IPC_OK);
    return 0;
}
