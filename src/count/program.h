// SPDX-License-Identifier: Apache-2.0
// Boolean programs, from text to moves: what lexer.c, parser.c, inliner.c and stepper.c share.
#ifndef HEDDLE_COUNT_PROGRAM_H
#define HEDDLE_COUNT_PROGRAM_H

#include "count/count_int.h"

enum { MOST_VARIABLES = 64 }; // global ones, and local ones of a thread at a time: bits of a word
enum { MOST_NESTED = 400 };   // blocks and brackets in each other
enum { MOST_NAME = 200 };     // characters

// ---- lexer.c ------------------------------------------------------------------------------------

typedef enum TokenKind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_MARK } TokenKind;
typedef struct Token {
    TokenKind kind;
    const char *s;
    u32 len, line;
} Token;
typedef struct Lexer {
    const char *path, *s, *end;
    u32 line;
    Token token; // the one that is next
    Diag *d;
} Lexer;
// Both are false with a message when something is there that is no token. Line 0: messages name
// none.
bool lexer_init(Lexer *l, const char *path, const char *s, size_t len, u32 line, Diag *d);
bool lexer_next(Lexer *l);
bool lexer_is(const Lexer *l, const char *word);
bool lexer_fail(const Lexer *l, u32 line, const char *fmt, ...) PRINTF_LIKE(3, 4); // always false
// "'x' stands where WHAT should be"
bool lexer_fail_expected(const Lexer *l, const char *what);

// ---- the syntax ---------------------------------------------------------------------------------

typedef enum ExprKind {
    EXPR_FALSE,
    EXPR_TRUE,
    EXPR_ANY,
    EXPR_VAR,
    EXPR_NOT,
    EXPR_AND,
    EXPR_OR,
    EXPR_IMPLIES,
    EXPR_EQUAL,
    EXPR_DIFFERENT,
    EXPR_CHOICE
} ExprKind;

// A variable: its number among the global ones, or among those of its procedure.
typedef struct VarRef {
    u32 index;
    bool is_global;
} VarRef;

typedef struct Expr Expr;
struct Expr {
    ExprKind kind;
    VarRef var;
    const Expr *a, *b, *c;
    bool has_global; // it looks at a global variable
};

typedef struct Variable {
    const char *name;
    const Expr *initial; // FALSE, TRUE or ANY
    bool is_lock;        // who unlocks it must find it locked
} Variable;
typedef struct Variables {
    Variable *items;
    u32 len, cap;
} Variables;

typedef enum StmtKind {
    STMT_SKIP,
    STMT_ASSIGN,
    STMT_CALL,
    STMT_RETURN,
    STMT_ASSUME,
    STMT_ASSERT,
    STMT_GOTO,
    STMT_IF,
    STMT_WHILE,
    STMT_ATOMIC, // a block
    STMT_ATOMIC_BEGIN,
    STMT_ATOMIC_END,
    STMT_LOCK,
    STMT_UNLOCK
} StmtKind;

typedef struct Stmt Stmt;
struct Stmt {
    StmtKind kind;
    u32 line;
    const char **labels; // before it
    u32 nlabels, labels_cap;
    Stmt *next;        // in its block
    Stmt *body, *rest; // of IF, WHILE and ATOMIC; of ELSE
    const Expr *cond;  // of IF, WHILE, ASSUME, ASSERT
    VarRef *targets;   // of ASSIGN and CALL; of LOCK and UNLOCK, one
    u32 ntargets, targets_cap;
    const Expr **exprs; // of ASSIGN and RETURN; arguments of CALL
    u32 nexprs, exprs_cap;
    const char **names; // targets of GOTO; what CALL calls
    u32 nnames, names_cap;
};

typedef struct Procedure {
    const char *name;
    u32 line;
    Variables vars; // the parameters come first
    u32 nparameters;
    u32 nreturns;
    bool knows_returns; // nreturns was given, or seen
    Stmt *body;
} Procedure;

typedef struct Syntax {
    Arena *arena;
    const char *path;
    Variables globals;
    Procedure **procedures;
    u32 nprocedures, procedures_cap;
    Table by_name; // index of a procedure
    Stmt **stmts;  // all, whose lists are to be freed
    u32 nstmts, stmts_cap;
    bool has_assert;
} Syntax;
// Fills in what the text says. False with a message; syntax_done in either case.
bool syntax_read(Syntax *s, const Text *text, Diag *d);
// An expression over the global variables; NULL with a message that begins with `what`.
const Expr *syntax_read_expr(Syntax *s, const char *what, const char *text, Diag *d);
const Procedure *syntax_find(const Syntax *s, const char *name, size_t len);
void syntax_done(Syntax *s);

// ---- inliner.c ----------------------------------------------------------------------------------

typedef enum Op {
    OP_ASSIGN, // all at once
    OP_ASSUME,
    OP_ASSERT,
    OP_BRANCH, // goes on if it holds, to `to` if it does not
    OP_GOTO,   // to any of `names`
    OP_LOCK,
    OP_UNLOCK,
    OP_ATOMIC_BEGIN,
    OP_ATOMIC_END,
    OP_END // of the thread
} Op;

// A call that is open: where its variables are.
typedef struct Frame {
    const Procedure *procedure;
    u32 base;  // the first of its bits
    u32 above; // the caller's frame; itself if there is none
} Frame;

typedef struct Insn {
    Op op;
    u32 line;
    u32 frame;         // of what is looked at
    u32 targets_frame; // of what is written
    const Expr *cond;
    const VarRef *targets;
    const Expr *const *exprs;
    u32 n; // targets and expressions; of GOTO, ways
    u32 to;
    const u32 *ways;
    bool is_visible; // other threads can notice it
    u8 depth;        // of atomic sections around it
    u64 live;        // local bits that are needed before it
} Insn;

typedef struct Code {
    Insn *insns;
    u32 n, cap;
    Frame *frames;
    u32 nframes, frames_cap;
} Code;
// The code of a thread that runs the procedure, added to what is there; where it begins. False with
// a message.
bool code_add(Code *c, const Syntax *s, const Procedure *p, u32 *entry, Diag *d);
// When all is there: which bits are live, and what is in atomic sections.
bool code_finish(Code *c, const Syntax *s, Diag *d);
void code_done(Code *c);
u64 code_bit(const Code *c, u32 frame, VarRef var); // of a word of global or local variables

#endif
