// SPDX-License-Identifier: Apache-2.0
// Messages about bad input or a bad environment.
#include "base/base.h"

// The last message stands. It is built aside, so that it may quote the one that it replaces.
bool diag_fail(Diag *d, const char *fmt, ...) {
    if (!d)
        return false;
    Text message = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&message, fmt, args);
    va_end(args);
    text_done(&d->text);
    d->text = message;
    return false;
}

const char *diag_text(const Diag *d) { return text_str(&d->text); }

void diag_done(Diag *d) { text_done(&d->text); }
