// SPDX-License-Identifier: Apache-2.0
#ifndef PLAY_H
#define PLAY_H

extern short board[3][3];       // 0: free, 1, 2: whose mark
extern short abstract;          // the board up to symmetry

short play(int x, int y, int who);      // 2: that wins; 1: the game goes on
void board_value(void);                 // computes `abstract`

#endif
