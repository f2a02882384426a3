// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// rwlock/exclusion.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../rwlock/exclusion.c"
