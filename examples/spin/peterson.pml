/* SPDX-License-Identifier: Apache-2.0
 * Two threads, step by step:
 *   heddle spin --model peterson.pml peterson.c
 *   heddle spin --model peterson.pml -DPLAIN -O2 peterson.c
 */
c_decl {
#include <libheddle.h>
}
c_track "csbuf" "CS_SIZE" "Matched";

init {
	c_code {
		pan_setup();
		pan_invariant("check_exclusion");
		pan_run_function("init");
		pan_start_thread(0, "thread0_main", NULL);
		pan_start_thread(1, "thread1_main", NULL);
	};
	run thread0();
	run thread1()
}

proctype thread0() {
	do
	:: c_expr{pan_enabled(0)} -> c_code{pan_step(0);}
	od
}

proctype thread1() {
	do
	:: c_expr{pan_enabled(1)} -> c_code{pan_step(1);}
	od
}
