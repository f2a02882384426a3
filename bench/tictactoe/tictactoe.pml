// SPDX-License-Identifier: Apache-2.0
/*
 * Every game of tic-tac-toe as a model for SPIN alone; no C code takes part. A won game stops in a state that is no valid
 * end; a draw ends the process.
 *
 *     spin -a tictactoe.pml && gcc -DSAFETY -DNOREDUCE pan.c && ./a.out -c0
 */
#define TAKE(i) cell[i] == 0 -> cell[i] = who + 1
#define LINE(a, b, c) (cell[a] == who + 1 && cell[b] == who + 1 && cell[c] == who + 1)

byte cell[9]; /* 0: free, 1, 2: whose mark */
bit who, won;

init {
    do
    :: atomic {
        !won ->
        if
        :: TAKE(0) :: TAKE(1) :: TAKE(2)
        :: TAKE(3) :: TAKE(4) :: TAKE(5)
        :: TAKE(6) :: TAKE(7) :: TAKE(8)
        :: else -> break
        fi;
        if
        :: LINE(0, 1, 2) || LINE(3, 4, 5) || LINE(6, 7, 8) || LINE(0, 3, 6) || LINE(1, 4, 7) || LINE(2, 5, 8) ||
           LINE(0, 4, 8) || LINE(2, 4, 6) -> won = true
        :: else -> who = 1 - who
        fi
    }
    od
}
