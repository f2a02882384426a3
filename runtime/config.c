// SPDX-License-Identifier: Apache-2.0
// The options of the command line as the models see them: here the defaults.
#include "rt.h"

MODEL const int __rt_malloc_may_fail = 0;
MODEL const int __rt_reuse_addresses = 0;
MODEL const int __rt_spurious_wakeups = 0;
MODEL const int __rt_nondet_rand = 0;
MODEL const int __rt_seedings = 2;
MODEL const int __rt_prefer_readers = 0;
MODEL const int __rt_clock_ticks = 3;
MODEL const int __rt_unknown = 0;
MODEL const int __rt_has_nondet_range = 0;
MODEL const int __rt_is_symbolic = 0;
MODEL const int __rt_has_events = 0;
MODEL const int __rt_waits_for_main = 0;
// Runs start so many threads at most; negative: any number, and they are counted; 0: any number,
// one by one.
MODEL const int __rt_most_threads = 0;

static const struct rt_file_data standard_input = {"", NULL, 0};
MODEL const struct rt_file_data *const __rt_files = &standard_input;
MODEL const size_t __rt_nfiles = 1;
