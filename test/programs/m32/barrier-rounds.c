// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: -m32
// sync/barrier-rounds.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../sync/barrier-rounds.c"
