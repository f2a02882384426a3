// expect: violated leak
// options: --continue --property leak
// violations: leak 0; leak 13; assertion 15; leak 15; leak 19
// Blocks are lost one after the other, some in one step, and one at the end of the program.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static int *kept;
static int x;
static void *worker(void *arg) {
    kept = malloc(4);
    kept = malloc(8);
    x++;
    kept = NULL;
    assert(x == 1);
    int *local = malloc(2);
    x = local != NULL;
    local = NULL;
    x++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x++;
    pthread_join(t, 0);
    char *c = malloc(1);
    *c = 1;
    return 0;
}
