// SPDX-License-Identifier: Apache-2.0
// THREADS threads look for a free block of a file system, each for an inode of its own; inodes and blocks have a lock
// each. With -DWRONG the blocks have one lock too few.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 26
#endif
#define BLOCKS 26
#define INODES 32

static int inode[INODES], is_busy[BLOCKS];
#ifdef WRONG
#define BLOCK_LOCKS (BLOCKS - 1)
#else
#define BLOCK_LOCKS BLOCKS
#endif
static pthread_mutex_t inode_lock[INODES] = {[0 ... INODES - 1] = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t block_lock[BLOCK_LOCKS] = {[0 ... BLOCK_LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER};

static void *find_block(void *arg) {
    int i = (int)(long)arg % INODES;
    pthread_mutex_lock(&inode_lock[i]);
    if (inode[i] == 0) {
        int b = (i * 2) % BLOCKS, is_found = 0;
        while (!is_found) {
            pthread_mutex_lock(&block_lock[b]);
            if (!is_busy[b]) {
                is_busy[b] = 1;
                inode[i] = b + 1;
                is_found = 1;
            }
            pthread_mutex_unlock(&block_lock[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    assert(inode[i] > 0 && is_busy[inode[i] - 1]);
    pthread_mutex_unlock(&inode_lock[i]);
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, find_block, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
