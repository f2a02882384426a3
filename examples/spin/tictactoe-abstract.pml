/* SPDX-License-Identifier: Apache-2.0
 * The same with abstraction: boards that are alike if one turns or mirrors them count as one.
 *   heddle spin --model tictactoe-abstract.pml tictactoe.c -- -E
 */
#define SQ(a,b)	c_expr { (!board[a][b]) } -> x=a; y=b

c_decl {
	extern short board[3][3];
	extern short play(int, int, int);
	extern short abstract; /* board value */
};

c_track "&board[0][0]" "sizeof(board)" "UnMatched";
c_track "&abstract" "sizeof(short)"; /* matched */

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
