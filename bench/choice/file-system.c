// SPDX-License-Identifier: Apache-2.0
// Threads take blocks of a disk for their inodes. (The same paper, "File system".)
#include <pthread.h>
#include <assert.h>
enum { NUMBLOCKS = 26, NUMINODE = 32 };
#ifndef N
#define N 26
#endif
static pthread_mutex_t locki[NUMINODE], lockb[NUMBLOCKS];
static int inode[NUMINODE], busy[NUMBLOCKS];
static void *work(void *arg) {
    int tid = (int)(long)arg, i = tid % NUMINODE;
    pthread_mutex_lock(&locki[i]);
    if (inode[i] == 0) {
        int b = (i * 2) % NUMBLOCKS;
        for (;;) {
            pthread_mutex_lock(&lockb[b]);
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&lockb[b]);
                break;
            }
            pthread_mutex_unlock(&lockb[b]);
            b = (b + 1) % NUMBLOCKS;
        }
    }
    pthread_mutex_unlock(&locki[i]);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
