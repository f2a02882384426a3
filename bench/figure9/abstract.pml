/* SPDX-License-Identifier: Apache-2.0
 * The same as whole.pml, but the state of the machine is tracked only. Matched is the state of the algorithm: its flags,
 * whose turn it is and where the threads stand, and what the bound on context switches depends on. Forgotten are what the
 * threads have read and how many are inside.
 *   heddle spin --model abstract.pml --context-bound 3 -O2 peterson.c
 *   heddle spin --model abstract.pml --context-bound 3 -O2 peterson.c -- -DSWITCHES_UNMATCHED
 * The second is pancam's figure 4: the switches are not matched, so a state that was first reached after many of them is not
 * looked at again when it is reached after fewer, and the search may miss runs within the bound.
 */
c_decl {
#include <libheddle.h>
	extern int flag0, flag1, last;

	static struct Abstract {
		unsigned char flag0, flag1, last;
		unsigned short line[2];
		unsigned short switches, runner;
	} abstract;
	static struct Switches {
		unsigned short number, runner; /* runner: the thread that took the last step, plus 1; 0 at the start */
	} switches;

	static unsigned short line_of(int thread) {
		return atoi(strrchr(pan_place(thread), ':') + 1);
	}

	static void update_abstract(void) {
		abstract.flag0 = flag0;
		abstract.flag1 = flag1;
		abstract.last = last;
		abstract.line[0] = line_of(0);
		abstract.line[1] = line_of(1);
#ifndef SWITCHES_UNMATCHED
		abstract.switches = switches.number;
		abstract.runner = switches.runner;
#endif
	}

	/* As --context-bound counts: who waits, yields, or only looks at the same variables again is not preempted. */
	static int is_preemption(int thread) {
		return switches.runner && switches.runner != thread + 1 && pan_goes_on(switches.runner - 1);
	}

	/* A step that violates something leaves the state as it is, and must leave all this as it is, too. */
	static void step(int thread) {
		static unsigned char before[CS_SIZE];
		int switched = is_preemption(thread);
		memcpy(before, csbuf, CS_SIZE);
		pan_step(thread);
		if (memcmp(before, csbuf, CS_SIZE) == 0)
			return;
		switches.number += switched;
		switches.runner = thread + 1;
		update_abstract();
	}
}
c_track "csbuf" "CS_SIZE" "UnMatched";
c_track "&switches" "sizeof(switches)" "UnMatched";
c_track "&abstract" "sizeof(abstract)" "Matched";

init {
	atomic {
		c_code {
			pan_setup();
			pan_start_thread(0, "thread0_main", NULL);
			pan_start_thread(1, "thread1_main", NULL);
			update_abstract();
		};
		run thread0();
		run thread1()
	}
}

proctype thread0() {
	do
	:: d_step { c_expr { pan_enabled_cb(0) } -> c_code { step(0); } }
	od
}

proctype thread1() {
	do
	:: d_step { c_expr { pan_enabled_cb(1) } -> c_code { step(1); } }
	od
}
