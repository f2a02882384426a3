/* SPDX-License-Identifier: Apache-2.0
 * All games of tic-tac-toe. A won game stops where it is, which SPIN calls an invalid end state:
 *   heddle spin --model tictactoe.pml tictactoe.c -- -E
 */
#define SQ(a,b)	c_expr { (!board[a][b]) } -> x=a; y=b

c_decl {
	extern short board[3][3];
	extern short play(int, int, int);
};

c_track "&board[0][0]" "sizeof(board)";	/* matched */

byte x, y, z, won;

init {
	do
	:: atomic { !won ->
		if /* all valid moves */
		:: SQ(0,0) :: SQ(0,1) :: SQ(0,2)
		:: SQ(1,0) :: SQ(1,1) :: SQ(1,2)
		:: SQ(2,0) :: SQ(2,1) :: SQ(2,2)
		:: else -> break /* a draw */
		fi;
		c_code {
			switch (play(now.x, now.y, now.z+1)) {
			default: printf("cannot happen\n"); break;
			case 1: now.z = 1 - now.z; break;
			case 2: now.won = 1; break; /* force a stop */
			}
			now.x = now.y = 0; /* reset */
		}
	   }
	od
}
