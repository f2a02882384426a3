/* SPDX-License-Identifier: Apache-2.0
 * Every game of tic-tac-toe: SPIN chooses the squares, play.c does the rest. With -DABSTRACT boards are compared up to
 * symmetry. A won game stops in a state that is no valid end; a draw ends the process.
 */
c_decl {
    extern short board[3][3];
    extern short abstract;
    extern short play(int, int, int);
};

#ifdef ABSTRACT
c_track "&board[0][0]" "sizeof(board)" "UnMatched";
c_track "&abstract" "sizeof(short)" "Matched";
#else
c_track "&board[0][0]" "sizeof(board)" "Matched";
#endif

#define SQUARE(a, b) c_expr { (!board[a][b]) } -> x = a; y = b

byte x, y, z, won;

init {
    do
    :: atomic {
        !won ->
        if
        :: SQUARE(0, 0) :: SQUARE(0, 1) :: SQUARE(0, 2)
        :: SQUARE(1, 0) :: SQUARE(1, 1) :: SQUARE(1, 2)
        :: SQUARE(2, 0) :: SQUARE(2, 1) :: SQUARE(2, 2)
        :: else -> break
        fi;
        c_code {
            if (play(now.x, now.y, now.z + 1) == 2)
                now.won = 1;
            else
                now.z = 1 - now.z;
            now.x = now.y = 0;
        }
    }
    od
}
