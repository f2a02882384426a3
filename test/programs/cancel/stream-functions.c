// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 51
// Every function on streams and files that may be a cancellation point: each of them can be the last that a thread does.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COUNT = 20 };
static int which, begun;

static void call(int n) {
    char text[4];
    struct stat st;
    int c;
    switch (n) {
    case 0: getchar(); break;
    case 1: if (!fgets(text, 4, stdin)) return; break;
    case 2: c = scanf("%d", &c); break;
    case 3: fclose(stderr); break;
    case 4: fflush(stdout); break;
    case 5: fopen("none", "r"); break;
    case 6: c = (int)fread(text, 1, 1, stdin); break;
    case 7: fseek(stdin, 0, SEEK_SET); break;
    case 8: ftell(stdin); break;
    case 9: rewind(stdin); break;
    case 10: ungetc('a', stdin); break;
    case 11: rename("a", "b"); break;
    case 12: remove("a"); break;
    case 13: perror("a"); break;
    case 14: dprintf(1, "a"); break;
    case 15: stat("a", &st); break;
    case 16: c = access("a", R_OK); break;
    case 17: lseek(0, 0, SEEK_SET); break;
    case 18: putchar_unlocked('a'); break;
    default: fwrite("a", 1, 1, stdout); break;
    }
}

static void *worker(void *arg) {
    begun = 1;
    call(which);
    begun = 2;
    return arg;
}

static void check(int n, int end) {
    assert(n != COUNT - 1 || end != 1);
}

int main(void) {
    for (int n = 0; n < COUNT; n++) {
        pthread_t t;
        void *result;
        which = n;
        begun = 0;
        pthread_create(&t, NULL, worker, NULL);
        pthread_cancel(t);
        pthread_join(t, &result);
        if (result != PTHREAD_CANCELED || begun != 1)
            exit(0);
        check(n, begun);
    }
    return 0;
}
