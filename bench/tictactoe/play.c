// SPDX-License-Identifier: Apache-2.0
// Tic-tac-toe: the module that harnesses drive. play() places a mark and says whether it wins; board_value() computes the
// same number for all rotations and reflections of a board.
#include "play.h"

short board[3][3];
short abstract;

static int is_line(int who, int row, int column, int down, int right) {
    for (int i = 0; i < 3; i++)
        if (board[row + i * down][column + i * right] != who)
            return 0;
    return 1;
}

static int wins(int who) {
    for (int i = 0; i < 3; i++)
        if (is_line(who, i, 0, 0, 1) || is_line(who, 0, i, 1, 0))
            return 1;
    return is_line(who, 0, 0, 1, 1) || is_line(who, 2, 0, -1, 1);
}

short play(int x, int y, int who) {
    board[x][y] = (short)who;
    board_value();
    return wins(who) ? 2 : 1;
}

// The board as a number to the base 3, read along the rows after turning it and, for the other half, reflecting it.
static int value_of(int turns, int is_reflected) {
    int value = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int x = i, y = is_reflected ? 2 - j : j;
            for (int k = 0; k < turns; k++) {
                int old = x;
                x = y;
                y = 2 - old;
            }
            value = 3 * value + board[x][y];
        }
    return value;
}

void board_value(void) {
    int least = value_of(0, 0);
    for (int turns = 0; turns < 4; turns++)
        for (int is_reflected = 0; is_reflected < 2; is_reflected++) {
            int value = value_of(turns, is_reflected);
            least = value < least ? value : least;
        }
    abstract = (short)least;
}
