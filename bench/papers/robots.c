// SPDX-License-Identifier: Apache-2.0
// Two robots on a shared board of SIZE x SIZE cells, after Gueta et al., "Cartesian partial-order reduction". One walks
// row by row and steps on every second column, the other column by column and on every second row. A robot marks the
// cell that it enters and takes the mark away when it leaves; the two may meet only where their paths cross.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 4
#endif

static atomic_int board[SIZE][SIZE]; // how many robots stand there

static bool is_crossing(int row, int column) {
    return row % 2 == 0 && column % 2 == 0;
}

static void visit(int row, int column) {
    int others = atomic_fetch_add(&board[row][column], 1);
    assert(others == 0 || (others == 1 && is_crossing(row, column)));
    atomic_fetch_sub(&board[row][column], 1);
}

static void *walk_rows(void *unused) {
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column += 2)
            visit(row, column);
    return unused;
}

static void *walk_columns(void *unused) {
    for (int column = 0; column < SIZE; column++)
        for (int row = 0; row < SIZE; row += 2)
            visit(row, column);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, walk_rows, NULL);
    pthread_create(&second, NULL, walk_columns, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            assert(board[row][column] == 0);
    return 0;
}
