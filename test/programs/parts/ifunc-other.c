// SPDX-License-Identifier: Apache-2.0
// Calls an indirect function of another file.
int chosen(void);
int call_chosen(void) { return chosen(); }
