// SPDX-License-Identifier: Apache-2.0
// What SPIN and the compiler of its verifier read.
#include "spin/spin_int.h"

#include <ctype.h>
#include <string.h>

// ---- the driver ---------------------------------------------------------------------------------

// Propositions have names; runs that are discarded count as good.
static void add_formula(Text *out, const Ltl *f) {
    text_add(out, "\n#define discarded (c_expr { (pan_values[0] == 2) })\n");
    for (u32 i = 0; i < f->npropositions; i++) {
        text_add(out, "#define p%u (c_expr { (pan_values[%u]) })", i, i + 1);
        bool is_simple = !strpbrk(f->propositions[i], "\n\\") && !strstr(f->propositions[i], "*/");
        text_add(out, is_simple ? " /* %s */\n" : "\n", f->propositions[i]);
    }
    text_add(out, "ltl formula { (<> discarded) || ");
    ltl_print(f, out);
    text_add(out, " }\n");
}

void spin_write_driver(Text *out, const char *program, const SpinSize *size, bool keeps_depth,
                       const Ltl *formula) {
    text_add(out,
             "/* Written by heddle spin: SPIN searches the schedules of %s.\n"
             " * Process i drives thread i of the machine; when a thread ends, those after it move "
             "up. */\n"
             "c_decl {\n"
             "\\#include \"libheddle.h\"\n"
             "\\#define THREAD (((P0 *)_this)->_pid)\n"
             "\\#define C_INIT (heddle_on_violation(uerror), heddle_start())\n"
             "}\n"
             "c_track \"csbuf\" \"CS_SIZE\" \"%s\";\n",
             program, size->matched ? "UnMatched" : "Matched");
    if (size->matched)
        text_add(out, "c_track \"pan_abs\" \"PAN_ABS_SIZE\" \"Matched\";\n");
    if (keeps_depth)
        text_add(out, "c_track \"&pan_depth\" \"sizeof(unsigned)\" \"UnMatched\";\n");
    if (formula)
        text_add(out, "c_track \"pan_values\" \"%u\" \"Matched\";\n", formula->npropositions + 2);
    text_add(out, "\nactive [%u] proctype thread() {\nend:\n\tdo\n", size->threads);
    for (u32 i = 0; i < size->alternatives; i++)
        text_add(out,
                 "\t:: d_step { c_expr { (pan_can(THREAD, %u)) } -> c_code { pan_choose(THREAD, "
                 "%u); } }\n",
                 i, i);
    text_add(out, "\tod\n}\n");
    // SPIN's own way to let a run rest is not taken where somebody could still wake up by chance,
    // and with fairness it misses runs that end.
    if (formula) {
        text_add(out, "\nactive proctype rest() {\nend:\n\tdo\n"
                      "\t:: c_expr { (pan_rests()) }\n\tod\n}\n");
        add_formula(out, formula);
    }
}

// ---- the glue -----------------------------------------------------------------------------------

// As a C string. Octal, since a hexadecimal digit may follow.
static void add_string(Text *out, const char *s) {
    text_add(out, "\"");
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            text_add(out, "\\%c", *s);
        else if (isprint((unsigned char)*s) && *s != '?')
            text_add(out, "%c", *s);
        else
            text_add(out, "\\%03o", (unsigned char)*s);
    text_add(out, "\"");
}

void spin_write_glue(Text *out, const SpinGlue *g) {
    text_add(out, "// Written by heddle spin.\n"
                  "#include \"libheddle.h\"\n\n"
                  "unsigned char csbuf[CS_SIZE] __attribute__((aligned(64)));\n"
                  "unsigned pan_depth;\n");
    if (g->size.matched)
        text_add(out, "unsigned char pan_abs[PAN_ABS_SIZE] __attribute__((aligned(64)));\n");
    if (g->formula)
        text_add(out, "unsigned char pan_values[%u];\n", g->formula->npropositions + 2);
    if (g->is_users_model)
        text_add(out, "\n// SPIN's, if the model tracks anything.\n"
                      "#pragma weak c_update\n#pragma weak c_revert\n#pragma weak c_stack\n#pragma "
                      "weak c_unstack\n"
                      "void c_update(unsigned char *), c_revert(unsigned char *);\n"
                      "void c_stack(unsigned char *), c_unstack(unsigned char *);\n");
    text_add(out, "\nstatic const char *const words[] = {\n");
    for (u32 i = 0; i < g->nwords; i++) {
        text_add(out, "    ");
        add_string(out, g->words[i]);
        text_add(out, ",\n");
    }
    text_add(out, "};\n\n"
                  "__attribute__((constructor)) static void prepare(void) {\n"
                  "    heddle_program(");
    add_string(out, g->directory);
    text_add(out, ", %u, words);\n    heddle_bitcode(", g->nwords);
    add_string(out, g->bitcode);
    text_add(out, ");\n");
    text_add(out, "    heddle_buffers(csbuf, sizeof csbuf, %s);\n",
             g->keeps_depth ? "&pan_depth" : "(unsigned *)0");
    text_add(out, g->is_users_model
                      ? "    heddle_trackers(c_update, c_revert, c_stack, c_unstack);\n"
                      : "    heddle_only_steps();\n");
    if (g->formula)
        text_add(out, "    heddle_values(pan_values);\n");
    if (g->size.matched)
        text_add(out, "    heddle_matched(pan_abs, sizeof pan_abs);\n");
    if (g->size.threads)
        text_add(out, "    heddle_limits(%u, %u);\n", g->size.threads, g->size.alternatives);
    text_add(out, "}\n");
}
