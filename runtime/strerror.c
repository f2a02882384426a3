// SPDX-License-Identifier: Apache-2.0
// The names and texts of error numbers, as glibc has them.
#include "rt.h"
#include "rt_locale.h"

#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    [0] = "Success",
#define ERROR(name, text) [name] = text,
#include "strerror.def"
#undef ERROR
};

static const char *const names[] = {
    [0] = "0",
#define ERROR(name, text) [name] = #name,
#include "strerror.def"
#undef ERROR
};

enum { COUNT = sizeof texts / sizeof texts[0] };

const char *__rt_error_text(int error) { return error >= 0 && error < COUNT ? texts[error] : NULL; }

MODEL const char *strerrordesc_np(int error) { return __rt_error_text(error); }
MODEL const char *strerrorname_np(int error) {
    return error >= 0 && error < COUNT ? names[error] : NULL;
}

static char *describe(int error, char *buf, size_t size) {
    const char *text = __rt_error_text(error);
    if (text)
        return (char *)text;
    snprintf(buf, size, "Unknown error %d", error);
    return buf;
}

// One for each thread, and only used for numbers that have no text of their own.
static _Thread_local char unknown_error[32];

MODEL char *strerror(int error) { return describe(error, unknown_error, sizeof unknown_error); }

MODEL char *strerror_l(int error, locale_t locale) {
    rt_locale_check(locale);
    return describe(error, unknown_error, sizeof unknown_error);
}

// The GNU form, which may give a constant text instead of filling the buffer.
MODEL char *strerror_r(int error, char *buf, size_t size) { return describe(error, buf, size); }

int __xpg_strerror_r(int error, char *buf, size_t size);
MODEL int __xpg_strerror_r(int error, char *buf, size_t size) {
    char unknown[32];
    const char *text = describe(error, unknown, sizeof unknown);
    size_t n = rt_length(text);
    if (size > 0)
        snprintf(buf, size, "%s", text);
    if (!__rt_error_text(error))
        return EINVAL;
    return n < size ? 0 : ERANGE;
}
