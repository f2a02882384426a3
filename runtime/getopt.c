// SPDX-License-Identifier: Apache-2.0
// getopt and getopt_long, with glibc's order: operands move behind the options unless the program
// asks otherwise.
#include "rt.h"

#include <getopt.h>
#include <unistd.h>

MODEL char *optarg = NULL;
MODEL int optind = 1;
MODEL int opterr = 1;
MODEL int optopt = '?';

static int offset; // of the next letter in a word like -abc; 0 at the start of a word

struct parse {
    int argc;
    char **argv;
    const char *letters;
    const struct option *options; // NULL for getopt
    int *index;
    bool is_only; // -name is a long option too
    bool is_quiet, has_colon;
    int at;   // the word that is looked at
    int used; // words that the option takes
};

// ---- messages -----------------------------------------------------------------------------------

static void say(const char *s) { rt_output(STDERR_FILENO, s, rt_length(s)); }

static void complain(const struct parse *p, const char *message, const char *subject, size_t n) {
    if (p->is_quiet)
        return;
    say(p->argv[0] ? p->argv[0] : "");
    say(": ");
    say(message);
    rt_output(STDERR_FILENO, subject, n);
    say("'\n");
}

// ---- letters ------------------------------------------------------------------------------------

static const char *find_letter(const char *letters, char c) {
    for (; *letters; letters++)
        if (*letters == c && c != ':' && c != ';')
            return letters;
    return NULL;
}

static void end_word(struct parse *p) {
    offset = 0;
    p->used = 1;
}

// The argument of an option: what is left of its word or, if there is nothing, the next word.
static bool take_argument(struct parse *p, char *rest, bool is_optional) {
    end_word(p);
    optarg = rest && *rest ? rest : NULL;
    if (optarg || is_optional)
        return true;
    if (p->at + 1 >= p->argc)
        return false;
    optarg = p->argv[p->at + 1];
    p->used = 2;
    return true;
}

static int parse_letter(struct parse *p) {
    char *word = p->argv[p->at];
    if (offset == 0)
        offset = 1;
    char c = word[offset++];
    const char *found = find_letter(p->letters, c);
    bool takes_argument = found && found[1] == ':';
    if (takes_argument) {
        if (take_argument(p, word + offset, found[2] == ':'))
            return (unsigned char)c;
        optopt = (unsigned char)c;
        complain(p, "option requires an argument -- '", &c, 1);
        return p->has_colon ? ':' : '?';
    }
    if (!word[offset])
        end_word(p);
    if (found)
        return (unsigned char)c;
    optopt = (unsigned char)c;
    complain(p, "invalid option -- '", &c, 1);
    return '?';
}

// ---- long names ---------------------------------------------------------------------------------

static size_t name_length(const char *word) {
    size_t n = 0;
    while (word[n] && word[n] != '=')
        n++;
    return n;
}

static bool begins(const char *s, const char *prefix, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] != prefix[i])
            return false;
    return true;
}

static bool is_same_option(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

// The option that a full name, or a beginning that fits no other, means.
static const struct option *find_option(const struct parse *p, const char *name, size_t n,
                                        bool *is_ambiguous) {
    const struct option *found = NULL;
    *is_ambiguous = false;
    for (const struct option *o = p->options; o->name; o++) {
        if (!begins(o->name, name, n))
            continue;
        if (!o->name[n]) {
            *is_ambiguous = false;
            return o;
        }
        if (!found)
            found = o;
        else if (p->is_only || !is_same_option(found, o))
            *is_ambiguous = true;
    }
    return *is_ambiguous ? NULL : found;
}

static int bad_option(struct parse *p, const char *message, size_t n, int option) {
    complain(p, message, p->argv[p->at], n);
    optopt = option;
    return '?';
}

static int parse_name(struct parse *p, size_t dashes) {
    char *word = p->argv[p->at], *name = word + dashes;
    size_t n = name_length(name);
    bool is_ambiguous;
    const struct option *o = find_option(p, name, n, &is_ambiguous);
    end_word(p);
    if (is_ambiguous)
        return bad_option(p, "ambiguous option '", dashes + n, 0);
    if (!o)
        return bad_option(p, "unrecognized option '", rt_length(word), 0);
    char *value = name[n] ? name + n + 1 : NULL;
    optarg = value;
    if (o->has_arg == no_argument && value)
        return bad_option(p, "no argument allowed for option '", dashes + n, o->val);
    if (o->has_arg == required_argument && !value && !take_argument(p, NULL, false)) {
        bad_option(p, "argument required for option '", dashes + n, o->val);
        return p->has_colon ? ':' : '?';
    }
    if (p->index)
        *p->index = (int)(o - p->options);
    if (!o->flag)
        return o->val;
    *o->flag = o->val;
    return 0;
}

// How many dashes begin a long name here; 0 if letters follow.
static size_t name_dashes(const struct parse *p, const char *word) {
    if (!p->options || offset != 0)
        return 0;
    if (word[1] == '-')
        return 2;
    if (!p->is_only)
        return 0;
    bool is_ambiguous;
    bool is_name = find_option(p, word + 1, name_length(word + 1), &is_ambiguous) || is_ambiguous;
    bool is_letter = find_letter(p->letters, word[1]) != NULL;
    if (is_letter && !word[2])
        return 0;
    return is_name || !is_letter ? 1 : 0;
}

// ---- words --------------------------------------------------------------------------------------

static bool is_option(const char *word) { return word[0] == '-' && word[1]; }
static bool is_end(const char *word) { return word[0] == '-' && word[1] == '-' && !word[2]; }

// Brings n words from `at` before those that begin at `first`.
static void move_forward(char **argv, int first, int at, int n) {
    for (; n > 0 && at > first; n--, first++, at++) {
        char *word = argv[at];
        for (int i = at; i > first; i--)
            argv[i] = argv[i - 1];
        argv[first] = word;
    }
}

static int next_option(struct parse *p) {
    if (optind == 0) {
        optind = 1;
        offset = 0;
    }
    optarg = NULL;
    char order = p->letters[0];
    if (order == '+' || order == '-')
        p->letters++;
    p->has_colon = p->letters[0] == ':';
    p->is_quiet = !opterr || p->has_colon;
    int first = p->at = optind;
    while (order != '+' && order != '-' && p->at < p->argc && !is_option(p->argv[p->at]))
        p->at++;
    if (p->at >= p->argc)
        return -1;
    char *word = p->argv[p->at];
    if (!is_option(word)) {
        if (order == '+')
            return -1;
        optarg = word;
        optind++;
        return 1;
    }
    int result = -1;
    size_t dashes;
    if (offset == 0 && is_end(word))
        p->used = 1;
    else
        result = (dashes = name_dashes(p, word)) ? parse_name(p, dashes) : parse_letter(p);
    move_forward(p->argv, first, p->at, p->used);
    optind = first + p->used;
    return result;
}

MODEL int getopt(int argc, char *const *argv, const char *letters) {
    return next_option(&(struct parse){.argc = argc, .argv = (char **)argv, .letters = letters});
}

// What the header calls instead for programs that ask for strict POSIX: operands end the options.
int __posix_getopt(int argc, char *const *argv, const char *letters);
MODEL int __posix_getopt(int argc, char *const *argv, const char *letters) {
    char plain[260] = "+";
    size_t n = rt_length(letters);
    if (n > sizeof plain - 2)
        __heddle_unsupported("getopt with a very long list of options");
    __builtin_memcpy(plain + 1, letters, n + 1);
    return getopt(argc, argv, plain);
}

MODEL int getopt_long(int argc, char *const *argv, const char *letters,
                      const struct option *options, int *index) {
    return next_option(
        &(struct parse){argc, (char **)argv, letters, options, index, false, false, false, 0, 0});
}

MODEL int getopt_long_only(int argc, char *const *argv, const char *letters,
                           const struct option *options, int *index) {
    return next_option(
        &(struct parse){argc, (char **)argv, letters, options, index, true, false, false, 0, 0});
}
