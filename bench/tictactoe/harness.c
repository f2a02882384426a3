// SPDX-License-Identifier: Apache-2.0
// Every game of tic-tac-toe, with the number of won boards. With -DABSTRACT boards count only up to symmetry.
#include "play.h"

#include <assert.h>
#include <heddle.h>
#include <string.h>

static int wins; // in all games

static int squares_left(void) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        n += board[i / 3][i % 3] == 0;
    return n;
}

// Player `who` takes the k-th free square.
static int move(int k, int who) {
    for (int i = 0; i < 9; i++)
        if (board[i / 3][i % 3] == 0 && k-- == 0)
            return play(i / 3, i % 3, who) == 2;
    return 0;
}

int main(void) {
    heddle_untracked(&wins, sizeof wins);
#ifdef ABSTRACT
    heddle_unmatched(board, sizeof board);
    heddle_unmatched(&abstract, sizeof abstract);
    heddle_abstraction(&abstract, sizeof abstract, board_value);
#endif
    int is_won = 0;
    for (int who = 1; !is_won && squares_left(); who = 3 - who)
        is_won = move(heddle_choose(squares_left()), who);
    // A board on which there is something to choose is a state, and what follows it happens once, however many games lead
    // to it; so this counts boards. `wins += is_won` would count moves that win.
    if (is_won)
        wins += heddle_choose(2);
#ifdef BUG
    assert(squares_left() > 0 || !is_won);
#endif
    return 0;
}
