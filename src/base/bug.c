// SPDX-License-Identifier: Apache-2.0
// The end of the process when one of our own invariants is broken. Nothing can be trusted then, so
// it uses no allocation and runs no exit handlers.
#include "base/base.h"

#include <stdio.h>
#include <unistd.h>

_Noreturn void base_bug(const char *claim, const char *file, int line) {
    char message[1024];
    int len =
        snprintf(message, sizeof message,
                 "heddle: internal error: %s (%s:%d); please report this\n", claim, file, line);
    size_t n = len < 0 ? 0 : (size_t)len < sizeof message ? (size_t)len : sizeof message - 1;
    ssize_t ignored = write(STDERR_FILENO, message, n);
    (void)ignored;
    _exit(EXIT_INTERNAL);
}
