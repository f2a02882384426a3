/* SPDX-License-Identifier: Apache-2.0
 * Peterson's algorithm, directed by SPIN as in pancam's figure 3, within a bound on context switches; the whole state of
 * the machine is matched:
 *   heddle spin --model whole.pml --context-bound 3 -O2 peterson.c
 */
c_decl {
#include <libheddle.h>
}
c_track "csbuf" "CS_SIZE" "Matched";

init {
	atomic {
		c_code {
			pan_setup();
			pan_start_thread(0, "thread0_main", NULL);
			pan_start_thread(1, "thread1_main", NULL);
		};
		run thread0();
		run thread1()
	}
}

proctype thread0() {
	do
	:: d_step { c_expr { pan_enabled_cb(0) } -> c_code { pan_step(0); } }
	od
}

proctype thread1() {
	do
	:: d_step { c_expr { pan_enabled_cb(1) } -> c_code { pan_step(1); } }
	od
}
