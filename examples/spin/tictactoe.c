// SPDX-License-Identifier: Apache-2.0
// Tic-tac-toe. tictactoe.pml plays all games; see doc/spin.md.
#include <stdio.h>

#define ROW(r, z) (board[r][0] == (z) && board[r][1] == (z) && board[r][2] == (z))
#define COLUMN(c, z) (board[0][c] == (z) && board[1][c] == (z) && board[2][c] == (z))
#define DIAGONALS(z)                                                                               \
    ((board[0][0] == (z) && board[1][1] == (z) && board[2][2] == (z)) ||                           \
     (board[2][0] == (z) && board[1][1] == (z) && board[0][2] == (z)))

short board[3][3];
short abstract;         // the same number for all boards that are alike if one turns or mirrors them

// The board as a number to the base of 3, turned `turns` times by a right angle, and mirrored.
static int value_of(int turns, int is_mirrored) {
    int value = 0;
    for (int i = 0; i < 9; i++) {
        int x = i / 3, y = is_mirrored ? 2 - i % 3 : i % 3;
        for (int k = 0; k < turns; k++) {
            int old = x;
            x = y;
            y = 2 - old;
        }
        value = 3 * value + board[x][y];
    }
    return value;
}

static short board_value(void) {
    int lowest = value_of(0, 0);
    for (int i = 1; i < 8; i++) {
        int value = value_of(i % 4, i / 4);
        lowest = value < lowest ? value : lowest;
    }
    return (short)lowest;
}

// Player z marks a square: 2 if that wins, 1 if the game goes on.
short play(int x, int y, int z) {
    board[x][y] = (short)z;
    abstract = board_value();
    if (ROW(0, z) || ROW(1, z) || ROW(2, z) || COLUMN(0, z) || COLUMN(1, z) || COLUMN(2, z) || DIAGONALS(z)) {
        printf("%d %d %d\n%d %d %d\n%d %d %d\n", board[0][0], board[0][1], board[0][2], board[1][0], board[1][1],
               board[1][2], board[2][0], board[2][1], board[2][2]);
        return 2;
    }
    return 1;
}
