// SPDX-License-Identifier: Apache-2.0
// Boolean programs: the syntax of Bebop's, with braces or with its own words for blocks.
//
//   decl a, b := true, *;   lock m;
//   void main() { decl x; while (*) { lock(m); a, x := !a, b; x := f(x); unlock(m); } }
//   bool f(y) begin if (y) then return 1; else return *; fi end
#include "count/program.h"

#include <string.h>

typedef struct Parser {
    Lexer lexer;
    Syntax *syntax;
    Procedure *procedure; // that is being read; NULL: none
    u32 nested;
} Parser;

static bool fail_here(Parser *p, const char *what) { return lexer_fail_expected(&p->lexer, what); }

static bool is_next(const Parser *p, const char *word) { return lexer_is(&p->lexer, word); }

static bool next(Parser *p) { return lexer_next(&p->lexer); }

static bool want(Parser *p, const char *word) {
    if (is_next(p, word))
        return next(p);
    Text what = {0};
    text_add(&what, "'%s'", word);
    fail_here(p, text_str(&what));
    text_done(&what);
    return false;
}

static bool enter(Parser *p) {
    return ++p->nested <= MOST_NESTED ||
           lexer_fail(&p->lexer, p->lexer.token.line, "more than %d levels in each other",
                      MOST_NESTED);
}

// ---- names --------------------------------------------------------------------------------------

static const char *const keywords[] = {
    "decl", "lock",   "unlock", "void",   "bool", "begin",        "end",        "if",
    "then", "else",   "fi",     "while",  "do",   "od",           "skip",       "return",
    "goto", "assume", "assert", "atomic", "true", "atomic_begin", "atomic_end", "false"};

static bool is_keyword(const Token *t) {
    for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
        if (strlen(keywords[i]) == t->len && memcmp(keywords[i], t->s, t->len) == 0)
            return true;
    return false;
}

static bool is_name(const Parser *p) {
    return p->lexer.token.kind == TOKEN_NAME && !is_keyword(&p->lexer.token);
}

static const char *name_of(Parser *p) {
    return arena_printf(p->syntax->arena, "%.*s", (int)p->lexer.token.len, p->lexer.token.s);
}

static bool read_name(Parser *p, const char *what, const char **out) {
    if (!is_name(p))
        return fail_here(p, what);
    *out = name_of(p);
    return next(p);
}

static bool find_in(const Variables *v, const char *name, u32 *index) {
    for (*index = 0; *index < v->len; ++*index)
        if (strcmp(v->items[*index].name, name) == 0)
            return true;
    return false;
}

static bool find_var(Parser *p, const char *name, u32 line, VarRef *out) {
    out->is_global = !p->procedure || !find_in(&p->procedure->vars, name, &out->index);
    if (!out->is_global || find_in(&p->syntax->globals, name, &out->index))
        return true;
    return lexer_fail(&p->lexer, line, "there is no variable '%s'", name);
}

static bool add_var(Parser *p, Variables *v, const char *name, u32 line) {
    u32 index;
    if (find_in(v, name, &index))
        return lexer_fail(&p->lexer, line, "there is a variable '%s' already", name);
    if (v->len == MOST_VARIABLES)
        return lexer_fail(&p->lexer, line, "more than %d %s variables", MOST_VARIABLES,
                          v == &p->syntax->globals ? "global" : "local");
    static const Expr nothing = {.kind = EXPR_FALSE};
    VEC_PUSH(v->items, v->len, v->cap) = (Variable){.name = name, .initial = &nothing};
    return true;
}

const Procedure *syntax_find(const Syntax *s, const char *name, size_t len) {
    u32 index;
    for (u64 word = hash_bytes(name, len, 0); table_find(&s->by_name, word, PLAIN_KEY, &index);
         word++) {
        const Procedure *f = s->procedures[index];
        if (strlen(f->name) == len && memcmp(f->name, name, len) == 0)
            return f;
    }
    return NULL;
}

static void add_procedure(Syntax *s, Procedure *f) {
    u32 index;
    u64 word = hash_bytes(f->name, strlen(f->name), 0);
    while (table_find(&s->by_name, word, PLAIN_KEY, &index))
        word++;
    *table_add(&s->by_name, word, PLAIN_KEY) = s->nprocedures;
    VEC_PUSH(s->procedures, s->nprocedures, s->procedures_cap) = f;
}

// ---- expressions --------------------------------------------------------------------------------

static bool read_expr(Parser *p, const Expr **out);

static const Expr *make(Parser *p, ExprKind kind, const Expr *a, const Expr *b, const Expr *c) {
    Expr *e = arena_alloc(p->syntax->arena, sizeof *e);
    *e = (Expr){.kind = kind, .a = a, .b = b, .c = c};
    e->has_global = (a && a->has_global) || (b && b->has_global) || (c && c->has_global);
    return e;
}

static bool read_constant(Parser *p, const Expr **out) {
    bool is_true = is_next(p, "true") || is_next(p, "1");
    bool is_false = is_next(p, "false") || is_next(p, "0");
    if (!is_true && !is_false && !is_next(p, "*"))
        return fail_here(p,
                         p->procedure || p->nested ? "a boolean expression" : "true, false or *");
    *out = make(p, is_true ? EXPR_TRUE : is_false ? EXPR_FALSE : EXPR_ANY, NULL, NULL, NULL);
    return next(p);
}

static bool read_primary(Parser *p, const Expr **out) {
    if (is_next(p, "("))
        return next(p) && read_expr(p, out) && want(p, ")");
    if (!is_name(p))
        return read_constant(p, out);
    u32 line = p->lexer.token.line;
    VarRef var;
    if (!find_var(p, name_of(p), line, &var))
        return false;
    Expr *e = arena_alloc(p->syntax->arena, sizeof *e);
    *e = (Expr){.kind = EXPR_VAR, .var = var, .has_global = var.is_global};
    *out = e;
    return next(p);
}

static bool read_unary(Parser *p, const Expr **out) {
    u32 negations = 0;
    for (; is_next(p, "!") || is_next(p, "~"); negations++)
        if (!next(p))
            return false;
    if (!read_primary(p, out))
        return false;
    if (negations % 2)
        *out = make(p, EXPR_NOT, *out, NULL, NULL);
    return true;
}

// Marks that bind as strongly, those that bind strongest first.
static const struct {
    const char *mark;
    ExprKind kind;
    u32 level;
} operators[] = {{"=", EXPR_EQUAL, 0},      {"==", EXPR_EQUAL, 0},    {"<->", EXPR_EQUAL, 0},
                 {"!=", EXPR_DIFFERENT, 0}, {"^", EXPR_DIFFERENT, 0}, {"&", EXPR_AND, 1},
                 {"&&", EXPR_AND, 1},       {"|", EXPR_OR, 2},        {"||", EXPR_OR, 2},
                 {"=>", EXPR_IMPLIES, 3},   {"->", EXPR_IMPLIES, 3}};
enum { LEVELS = 4 };

static bool read_level(Parser *p, u32 level, const Expr **out) {
    if (!(level ? read_level(p, level - 1, out) : read_unary(p, out)))
        return false;
    for (;;) {
        size_t i = 0;
        while (i < ARRAY_LEN(operators) &&
               (operators[i].level != level || !is_next(p, operators[i].mark)))
            i++;
        if (i == ARRAY_LEN(operators))
            return true;
        const Expr *right;
        // chains make deep trees, too
        if (!enter(p) || !next(p) ||
            !(level ? read_level(p, level - 1, &right) : read_unary(p, &right)))
            return false;
        *out = make(p, operators[i].kind, *out, right, NULL);
    }
}

static bool read_expr(Parser *p, const Expr **out) {
    u32 nested = p->nested;
    const Expr *yes, *no;
    if (!enter(p) || !read_level(p, LEVELS - 1, out))
        return false;
    if (is_next(p, "?")) {
        if (!next(p) || !read_expr(p, &yes) || !want(p, ":") || !read_expr(p, &no))
            return false;
        *out = make(p, EXPR_CHOICE, *out, yes, no);
    }
    p->nested = nested;
    return true;
}

// ---- statements ---------------------------------------------------------------------------------

static Stmt *new_stmt(Parser *p, StmtKind kind) {
    Syntax *s = p->syntax;
    Stmt *stmt = arena_alloc(s->arena, sizeof *stmt);
    *stmt = (Stmt){.kind = kind, .line = p->lexer.token.line};
    VEC_PUSH(s->stmts, s->nstmts, s->stmts_cap) = stmt;
    return stmt;
}

static bool read_exprs(Parser *p, Stmt *s, const char *end) {
    if (is_next(p, end))
        return true;
    for (;;) {
        const Expr *e;
        if (!read_expr(p, &e))
            return false;
        VEC_PUSH(s->exprs, s->nexprs, s->exprs_cap) = e;
        if (!is_next(p, ","))
            return true;
        if (!next(p))
            return false;
    }
}

static bool read_stmts(Parser *p, Stmt **out);

static bool read_block(Parser *p, const char *open, const char *close, Stmt **out) {
    u32 nested = p->nested;
    bool is_ok = enter(p) && want(p, open) && read_stmts(p, out) && want(p, close);
    p->nested = nested;
    return is_ok;
}

static bool read_if(Parser *p, Stmt *s) {
    s->kind = STMT_IF;
    if (!next(p) || !want(p, "(") || !read_expr(p, &s->cond) || !want(p, ")"))
        return false;
    u32 nested = p->nested;
    bool is_ok;
    if (is_next(p, "then")) {
        is_ok = enter(p) && next(p) && read_stmts(p, &s->body);
        if (is_ok && is_next(p, "else"))
            is_ok = next(p) && read_stmts(p, &s->rest);
        is_ok = is_ok && want(p, "fi");
    } else {
        is_ok = enter(p) && read_block(p, "{", "}", &s->body);
        if (is_ok && is_next(p, "else")) {
            is_ok = next(p);
            if (is_ok && is_next(p, "if")) {
                s->rest = new_stmt(p, STMT_IF);
                is_ok = read_if(p, s->rest);
            } else {
                is_ok = is_ok && read_block(p, "{", "}", &s->rest);
            }
        }
    }
    p->nested = nested;
    return is_ok;
}

static bool read_while(Parser *p, Stmt *s) {
    s->kind = STMT_WHILE;
    if (!next(p) || !want(p, "(") || !read_expr(p, &s->cond) || !want(p, ")"))
        return false;
    return is_next(p, "do") ? read_block(p, "do", "od", &s->body)
                            : read_block(p, "{", "}", &s->body);
}

static bool read_goto(Parser *p, Stmt *s) {
    s->kind = STMT_GOTO;
    do {
        const char *label;
        if (!next(p) || !read_name(p, "a label", &label))
            return false;
        VEC_PUSH(s->names, s->nnames, s->names_cap) = label;
    } while (is_next(p, ","));
    return want(p, ";");
}

// lock(m); and unlock(m);
static bool read_lock(Parser *p, Stmt *s, StmtKind kind) {
    const char *name;
    VarRef var;
    s->kind = kind;
    if (!next(p) || !want(p, "(") || !read_name(p, "a lock", &name) ||
        !find_var(p, name, s->line, &var))
        return false;
    if (!var.is_global)
        return lexer_fail(&p->lexer, s->line, "'%s' is local, so no other thread could wait for it",
                          name);
    VEC_PUSH(s->targets, s->ntargets, s->targets_cap) = var;
    return want(p, ")") && want(p, ";");
}

static bool read_return(Parser *p, Stmt *s) {
    s->kind = STMT_RETURN;
    Procedure *f = p->procedure;
    if (!next(p) || !read_exprs(p, s, ";"))
        return false;
    if (f->knows_returns && s->nexprs != f->nreturns)
        return lexer_fail(&p->lexer, s->line, "'%s' returns %u values, not %u", f->name,
                          f->nreturns, s->nexprs);
    f->knows_returns = true;
    f->nreturns = s->nexprs;
    return want(p, ";");
}

static bool read_condition(Parser *p, Stmt *s, StmtKind kind) {
    s->kind = kind;
    p->syntax->has_assert |= kind == STMT_ASSERT;
    return next(p) && want(p, "(") && read_expr(p, &s->cond) && want(p, ")") && want(p, ";");
}

static bool read_call(Parser *p, Stmt *s, const char *name) {
    s->kind = STMT_CALL;
    VEC_PUSH(s->names, s->nnames, s->names_cap) = name;
    return want(p, "(") && read_exprs(p, s, ")") && want(p, ")") && want(p, ";");
}

static bool has_target_twice(const Stmt *s) {
    for (u32 i = 0; i < s->ntargets; i++)
        for (u32 k = 0; k < i; k++)
            if (s->targets[i].index == s->targets[k].index &&
                s->targets[i].is_global == s->targets[k].is_global)
                return true;
    return false;
}

// A name that is followed by a bracket: f(x)
static bool is_call(Parser *p, Lexer *after) {
    if (!is_name(p))
        return false;
    *after = p->lexer;
    return lexer_next(after) && lexer_is(after, "(");
}

// The name has been read: x, y := ...;
static bool read_assign(Parser *p, Stmt *s, const char *name) {
    s->kind = STMT_ASSIGN;
    for (;;) {
        VarRef var;
        if (!find_var(p, name, s->line, &var))
            return false;
        if (s->ntargets == 2 * MOST_VARIABLES)
            return lexer_fail(&p->lexer, s->line, "more variables than there can be");
        VEC_PUSH(s->targets, s->ntargets, s->targets_cap) = var;
        if (!is_next(p, ","))
            break;
        if (!next(p) || !read_name(p, "a variable", &name))
            return false;
    }
    if (has_target_twice(s))
        return lexer_fail(&p->lexer, s->line, "a variable gets two values at once");
    Lexer after;
    if (!want(p, ":="))
        return false;
    if (is_call(p, &after)) {
        const char *callee = name_of(p);
        p->lexer = after;
        return read_call(p, s, callee);
    }
    if (!read_exprs(p, s, ";"))
        return false;
    if (s->nexprs != s->ntargets)
        return lexer_fail(&p->lexer, s->line, "%u variables get %u values", s->ntargets, s->nexprs);
    return want(p, ";");
}

static bool read_atomic(Parser *p, Stmt *s) {
    s->kind = STMT_ATOMIC;
    return next(p) && (is_next(p, "begin") ? read_block(p, "begin", "end", &s->body)
                                           : read_block(p, "{", "}", &s->body));
}

static bool read_simple(Parser *p, Stmt *s, StmtKind kind) {
    s->kind = kind;
    return next(p) && want(p, ";");
}

static bool read_plain(Parser *p, Stmt *s) {
    const char *name;
    if (!read_name(p, "a statement", &name))
        return false;
    return is_next(p, "(") ? read_call(p, s, name) : read_assign(p, s, name);
}

// A label is a name with a colon behind it.
static bool read_labels(Parser *p, Stmt *s) {
    while (is_name(p)) {
        Lexer after = p->lexer;
        if (!lexer_next(&after))
            return false;
        if (!lexer_is(&after, ":"))
            return true;
        VEC_PUSH(s->labels, s->nlabels, s->labels_cap) = name_of(p);
        p->lexer = after;
        if (!next(p))
            return false;
    }
    return true;
}

static bool is_block_over(const Parser *p) {
    return p->lexer.token.kind == TOKEN_END || is_next(p, "}") || is_next(p, "end") ||
           is_next(p, "fi") || is_next(p, "od") || is_next(p, "else");
}

static bool read_stmt(Parser *p, Stmt *s) {
    if (!read_labels(p, s))
        return false;
    s->line = p->lexer.token.line;
    if (s->nlabels && is_block_over(p)) // a label at the end of a block
        return true;
    if (is_next(p, ";"))
        return next(p);
    if (is_next(p, "skip"))
        return read_simple(p, s, STMT_SKIP);
    if (is_next(p, "if"))
        return read_if(p, s);
    if (is_next(p, "while"))
        return read_while(p, s);
    if (is_next(p, "goto"))
        return read_goto(p, s);
    if (is_next(p, "return"))
        return read_return(p, s);
    if (is_next(p, "assume"))
        return read_condition(p, s, STMT_ASSUME);
    if (is_next(p, "assert"))
        return read_condition(p, s, STMT_ASSERT);
    if (is_next(p, "atomic"))
        return read_atomic(p, s);
    if (is_next(p, "atomic_begin"))
        return read_simple(p, s, STMT_ATOMIC_BEGIN);
    if (is_next(p, "atomic_end"))
        return read_simple(p, s, STMT_ATOMIC_END);
    if (is_next(p, "lock"))
        return read_lock(p, s, STMT_LOCK);
    if (is_next(p, "unlock"))
        return read_lock(p, s, STMT_UNLOCK);
    return read_plain(p, s);
}

static bool read_stmts(Parser *p, Stmt **out) {
    *out = NULL;
    for (Stmt **last = out; !is_block_over(p); last = &(*last)->next) {
        *last = new_stmt(p, STMT_SKIP);
        if (!read_stmt(p, *last))
            return false;
    }
    return true;
}

// ---- declarations -------------------------------------------------------------------------------

// a, b;  or  a, b := true, *;
static bool read_decl(Parser *p, Variables *v, bool is_lock) {
    u32 first = v->len;
    do {
        const char *name;
        u32 line = p->lexer.token.line;
        if (!next(p) || !read_name(p, "the name of a variable", &name) ||
            !add_var(p, v, name, line))
            return false;
        v->items[v->len - 1].is_lock = is_lock;
    } while (is_next(p, ","));
    if (is_next(p, ":=") && !is_lock) {
        for (u32 i = first; i < v->len; i++) {
            if (!next(p) || !read_constant(p, &v->items[i].initial))
                return false;
            if (i + 1 < v->len && !is_next(p, ","))
                return fail_here(p, "',' and the value of the next variable");
        }
    }
    return want(p, ";");
}

static bool read_returns(Parser *p, Procedure *f) {
    f->knows_returns = true;
    if (is_next(p, "void"))
        return next(p);
    f->nreturns = 1;
    if (!next(p) || !is_next(p, "<"))
        return true;
    if (!next(p) || p->lexer.token.kind != TOKEN_NUMBER ||
        !count_read_number(p->lexer.token.s, p->lexer.token.len, &f->nreturns) ||
        f->nreturns > MOST_VARIABLES)
        return fail_here(p, "a number of values, at most 64,");
    return next(p) && want(p, ">");
}

static bool read_parameters(Parser *p, Procedure *f) {
    if (!want(p, "("))
        return false;
    while (!is_next(p, ")")) {
        const char *name;
        u32 line = p->lexer.token.line;
        if ((is_next(p, "bool") && !next(p)) || !read_name(p, "a parameter", &name) ||
            !add_var(p, &f->vars, name, line))
            return false;
        if (!is_next(p, ")") && !want(p, ","))
            return false;
    }
    f->nparameters = f->vars.len;
    return next(p);
}

static bool read_body(Parser *p, Procedure *f) {
    bool has_braces = is_next(p, "{");
    if (!want(p, has_braces ? "{" : "begin"))
        return false;
    while (is_next(p, "decl"))
        if (!read_decl(p, &f->vars, false))
            return false;
    return read_stmts(p, &f->body) && want(p, has_braces ? "}" : "end");
}

static bool read_procedure(Parser *p) {
    Syntax *s = p->syntax;
    Procedure *f = arena_alloc(s->arena, sizeof *f);
    if ((is_next(p, "void") || is_next(p, "bool")) && !read_returns(p, f))
        return false;
    f->line = p->lexer.token.line;
    if (!read_name(p, "'decl', 'lock' or a procedure", &f->name))
        return false;
    if (syntax_find(s, f->name, strlen(f->name)))
        return lexer_fail(&p->lexer, f->line, "there is a procedure '%s' already", f->name);
    add_procedure(s, f);
    p->procedure = f;
    bool is_ok = read_parameters(p, f) && read_body(p, f);
    p->procedure = NULL;
    return is_ok;
}

// Calls name procedures that may come later.
static bool check_call(Parser *p, const Stmt *s) {
    const char *name = s->names[0];
    const Procedure *f = syntax_find(p->syntax, name, strlen(name));
    if (!f)
        return lexer_fail(&p->lexer, s->line, "there is no procedure '%s'", name);
    if (f->nparameters != s->nexprs)
        return lexer_fail(&p->lexer, s->line, "'%s' takes %u arguments, not %u", name,
                          f->nparameters, s->nexprs);
    if (s->ntargets && f->nreturns != s->ntargets)
        return lexer_fail(&p->lexer, s->line, "'%s' returns %u values, not %u", name, f->nreturns,
                          s->ntargets);
    return true;
}

bool syntax_read(Syntax *s, const Text *text, Diag *d) {
    Parser p = {.syntax = s};
    if (!lexer_init(&p.lexer, s->path, text_str(text), text->len, 1, d))
        return false;
    while (p.lexer.token.kind != TOKEN_END) {
        bool is_ok = is_next(&p, "decl")   ? read_decl(&p, &s->globals, false)
                     : is_next(&p, "lock") ? read_decl(&p, &s->globals, true)
                                           : read_procedure(&p);
        if (!is_ok)
            return false;
    }
    for (u32 i = 0; i < s->nstmts; i++)
        if (s->stmts[i]->kind == STMT_CALL && !check_call(&p, s->stmts[i]))
            return false;
    return true;
}

const Expr *syntax_read_expr(Syntax *s, const char *what, const char *text, Diag *d) {
    Parser p = {.syntax = s};
    const Expr *e;
    Diag why = {0};
    bool is_ok = lexer_init(&p.lexer, what, text, strlen(text), 0, &why) && read_expr(&p, &e) &&
                 (p.lexer.token.kind == TOKEN_END || fail_here(&p, "the end of the expression"));
    if (!is_ok)
        diag_fail(d, "%s", diag_text(&why));
    diag_done(&why);
    return is_ok ? e : NULL;
}

void syntax_done(Syntax *s) {
    for (u32 i = 0; i < s->nstmts; i++) {
        Stmt *stmt = s->stmts[i];
        VEC_FREE(stmt->labels, stmt->labels_cap);
        VEC_FREE(stmt->targets, stmt->targets_cap);
        VEC_FREE(stmt->exprs, stmt->exprs_cap);
        VEC_FREE(stmt->names, stmt->names_cap);
    }
    for (u32 i = 0; i < s->nprocedures; i++)
        VEC_FREE(s->procedures[i]->vars.items, s->procedures[i]->vars.cap);
    VEC_FREE(s->procedures, s->procedures_cap);
    table_done(&s->by_name);
    VEC_FREE(s->globals.items, s->globals.cap);
    VEC_FREE(s->stmts, s->stmts_cap);
}
