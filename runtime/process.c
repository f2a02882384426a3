// SPDX-License-Identifier: Apache-2.0
// The rest of <stdlib.h>: what would leave the process, and small parsers of options and answers.
#include "rt.h"

#include <stdlib.h>

// There is no shell, which is a file that is not given.
MODEL int system(const char *command) {
    __rt_cancel_point();
    if (command)
        __heddle_unsupported("system(): commands are not run");
    return RT_IS_UNKNOWN(FILES) ? __heddle_choose(2) : RT_GIVEN(int, 0, FILES);
}

// ---- files --------------------------------------------------------------------------------------

// Whether the template has its six X before the suffix.
static bool is_template(const char *name, int suffix) {
    size_t length = rt_length(name);
    if (suffix < 0 || length < 6 || (size_t)suffix > length - 6)
        return false;
    for (size_t i = length - (size_t)suffix - 6; i < length - (size_t)suffix; i++)
        if (name[i] != 'X')
            return false;
    return true;
}

static int make_file(const char *name, int suffix) {
    __rt_cancel_maybe();
    if (!is_template(name, suffix)) {
        errno = EINVAL;
        return -1;
    }
    __heddle_unsupported("mkstemp(): files cannot be created");
}

MODEL int mkstemp(char *name) { return make_file(name, 0); }
MODEL int mkstemps(char *name, int suffix) { return make_file(name, suffix); }
MODEL int mkostemp(char *name, int flags) { return (void)flags, make_file(name, 0); }
MODEL int mkostemps(char *name, int suffix, int flags) {
    return (void)flags, make_file(name, suffix);
}
MODEL int mkstemp64(char *name) { return make_file(name, 0); }
MODEL int mkstemps64(char *name, int suffix) { return make_file(name, suffix); }
MODEL int mkostemp64(char *name, int flags) { return (void)flags, make_file(name, 0); }
MODEL int mkostemps64(char *name, int suffix, int flags) {
    return (void)flags, make_file(name, suffix);
}

MODEL char *mkdtemp(char *name) {
    make_file(name, 0);
    return NULL;
}

// Fails as it may: no name can be promised to be free.
MODEL char *mktemp(char *name) {
    if (!is_template(name, 0))
        errno = EINVAL;
    else
        errno = EEXIST;
    *name = '\0';
    return name;
}

MODEL char *realpath(const char *restrict path, char *restrict resolved) {
    (void)resolved;
    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    __heddle_unsupported("realpath(): there are no directories");
}

MODEL int getloadavg(double loads[], int n) {
    (void)loads, (void)n;
    return RT_GIVEN(int, -1, LIMITS); // could not be obtained
}

// ---- texts --------------------------------------------------------------------------------------

// As in the C locale.
MODEL int rpmatch(const char *answer) {
    return rt_lower(*answer) == 'y' ? 1 : rt_lower(*answer) == 'n' ? 0 : -1;
}

static bool is_token(const char *token, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (token[i] == '\0' || token[i] != text[i])
            return false;
    return token[length] == '\0';
}

// Cuts the next "name" or "name=value" off a list with commas.
MODEL int getsubopt(char **restrict option, char *const *restrict tokens, char **restrict value) {
    char *start = *option, *end = start, *equals = NULL;
    for (; *end && *end != ','; end++)
        if (*end == '=' && !equals)
            equals = end;
    if (end == start && !*end)
        return -1;
    *option = *end ? end + 1 : end;
    *end = '\0';
    for (int i = 0; tokens[i]; i++)
        if (is_token(tokens[i], start, (size_t)((equals ? equals : end) - start))) {
            *value = equals ? equals + 1 : NULL;
            return i;
        }
    *value = start;
    return -1;
}
