// SPDX-License-Identifier: Apache-2.0
// Constants: the program's pool of constant cells (each run of cells once), folding of constant
// expressions to (object, offset), and the bytes of initialisers.
#include "front/front_int.h"

#include <string.h>

static bool const_fold(Front *f, LLVMValueRef v, Cell *out); // one-cell scalars

// ---- the pool -----------------------------------------------------------------------------------

static u32 push_cells(Front *f, const Cell *cells, u32 n) {
    u32 index = f->nconsts;
    VEC_RESERVE(f->consts, f->nconsts, f->consts_cap, n);
    memcpy(f->consts + index, cells, n * sizeof *cells);
    f->nconsts += n;
    return index;
}

i32 const_run(Front *f, const Cell *cells, u32 n) {
    ENSURE(n > 0);
    for (u64 hash = hash_bytes(cells, n * sizeof *cells, n);; hash++) {
        u32 *number = table_add(&f->const_runs, hash, n);
        if (!*number)
            *number = push_cells(f, cells, n) + 1;
        if (memcmp(f->consts + *number - 1, cells, n * sizeof *cells) == 0)
            return ~(i32)(*number - 1);
    }
}

i32 const_num(Front *f, u64 v) { return const_run(f, &(Cell){.v = v}, 1); }

i32 const_wide(Front *f, u64 low, u64 high) {
    return const_run(f, (Cell[]){{.v = low}, {.v = high}}, 2);
}

i32 const_label(Front *f, LLVMValueRef block_address) {
    for (u32 i = 0; i < f->nlabels; i++)
        if (f->labels[i].address == block_address)
            return ~(i32)f->labels[i].index;
    u32 index = push_cells(f, &(Cell){0}, 1);
    VEC_PUSH(f->labels, f->nlabels, f->labels_cap) =
        (LabelConst){.index = index, .address = block_address};
    return ~(i32)index;
}

void const_patch_labels(Front *f) {
    f->labels_known = true;
    for (u32 i = 0; i < f->nlabels; i++) {
        Cell cell = {0};
        bool is_known = const_fold(f, f->labels[i].address, &cell);
        ENSURE(is_known);
        f->consts[f->labels[i].index] = cell;
    }
}

// ---- folding ------------------------------------------------------------------------------------

static u64 mask_of(u32 bits) { return bits >= 64 ? ~(u64)0 : ((u64)1 << bits) - 1; }

static Cell function_cell(const Front *f, LLVMValueRef fn) {
    u32 id;
    if (!ptrmap_get(&f->func_ids, fn, &id))
        return (Cell){0}; // a weak function that nobody defines
    return (Cell){.tag = f->p->nglobals + 1 + id};
}

static bool fold_label(Front *f, LLVMValueRef v, Cell *out) {
    u32 pc, id;
    if (!f->labels_known)
        return false;
    LLVMValueRef fn = LLVMGetBlockAddressFunction(v);
    *out = function_cell(f, fn);
    // A label in a function that was dropped, or in a block that was, can never be reached.
    if (ptrmap_get(&f->label_pcs, LLVMGetBlockAddressBasicBlock(v), &pc) &&
        ptrmap_get(&f->func_ids, fn, &id)) {
        out->v = pc - f->funcs[id].start; // pc is one too high on purpose
    }
    return true;
}

static bool fold_gep(Front *f, LLVMValueRef v, Cell *out) {
    i64 offset;
    if (type_is_vector(LLVMTypeOf(v)) || !const_fold(f, LLVMGetOperand(v, 0), out) ||
        !gep_constant_offset(f, v, &offset)) {
        return false;
    }
    if (!cell_is_unwritten(*out))
        out->v = (out->v + (u64)offset) & mask_of(f->ptr_bits);
    return true;
}

static bool fold_binary(LLVMOpcode op, u64 mask, Cell a, Cell b, Cell *out) {
    if (cell_is_unwritten(a) || cell_is_unwritten(b))
        return false;
    u64 sum = (a.v + b.v) & mask, difference = (a.v - b.v) & mask;
    switch (op) {
    case LLVMAdd:
        *out = cell_pointer(cell_is_number(a) ? b.tag : a.tag, sum);
        return cell_is_number(a) || cell_is_number(b);
    case LLVMSub:
        *out = a.tag == b.tag ? cell_number(difference) : cell_pointer(a.tag, difference);
        return a.tag == b.tag || cell_is_number(b);
    case LLVMMul: *out = cell_number((a.v * b.v) & mask); return cells_are_numbers(a, b);
    case LLVMXor: *out = cell_number(a.v ^ b.v); return cells_are_numbers(a, b);
    default: return false;
    }
}

static bool fold_expr(Front *f, LLVMValueRef v, Cell *out) {
    Cell a, b;
    LLVMOpcode op = LLVMGetConstOpcode(v);
    u32 bits = type_bits(f, LLVMTypeOf(v));
    if (op == LLVMGetElementPtr)
        return fold_gep(f, v, out);
    if (type_is_vector(LLVMTypeOf(LLVMGetOperand(v, 0))) ||
        !const_fold(f, LLVMGetOperand(v, 0), &a)) {
        return false;
    }
    switch (op) {
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
        *out = a;
        out->v &= mask_of(bits);
        return bits >= f->ptr_bits || cell_is_number(a) || cell_is_unwritten(a);
    case LLVMBitCast:
    case LLVMAddrSpaceCast: *out = a; return true;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
        return const_fold(f, LLVMGetOperand(v, 1), &b) && fold_binary(op, mask_of(bits), a, b, out);
    default: return false;
    }
}

static Cell float_cell(LLVMValueRef v) {
    LLVMBool loses;
    double d = LLVMConstRealGetDouble(v, &loses);
    Cell cell = {0};
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMFloatTypeKind) {
        float x = (float)d;
        memcpy(&cell.v, &x, sizeof x);
    } else {
        memcpy(&cell.v, &d, sizeof d);
    }
    return cell;
}

static bool fold_variable(Front *f, LLVMValueRef v, Cell *out) {
    u32 id = 0;
    if (LLVMIsThreadLocal(v))
        return false;
    if (!ptrmap_get(&f->global_ids, v, &id))
        id = OBJ_NONE; // weak and defined by nobody
    *out = (Cell){.tag = id};
    return true;
}

static bool const_fold(Front *f, LLVMValueRef v, Cell *out) {
    if (type_cells(f, LLVMTypeOf(v)) != 1)
        return false;
    switch (LLVMGetValueKind(v)) {
    case LLVMConstantIntValueKind: *out = (Cell){.v = LLVMConstIntGetZExtValue(v)}; return true;
    case LLVMConstantFPValueKind: *out = float_cell(v); return true;
    case LLVMConstantPointerNullValueKind: *out = (Cell){0}; return true;
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: *out = cell_unwritten(); return true;
    case LLVMGlobalVariableValueKind: return fold_variable(f, v, out);
    case LLVMFunctionValueKind: *out = function_cell(f, v); return true;
    case LLVMGlobalAliasValueKind: return const_fold(f, LLVMAliasGetAliasee(v), out);
    case LLVMBlockAddressValueKind: return fold_label(f, v, out);
    case LLVMConstantExprValueKind: return fold_expr(f, v, out);
    default: return false;
    }
}

// ---- constants of any type ----------------------------------------------------------------------

// LLVM's C interface shows only 64 bits of a number; the printed form has them all.
static void wide_number(LLVMValueRef v, Cell out[2]) {
    char *text = LLVMPrintValueToString(v);
    char *s = strrchr(text, ' ');
    ENSURE(s);
    s++;
    unsigned __int128 n = 0;
    bool is_negative = *s == '-';
    for (s += is_negative; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (unsigned)(*s - '0');
    n = is_negative ? -n : n;
    u32 bits = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    out[0] = (Cell){.v = (u64)n};
    out[1] = (Cell){.v = (u64)(n >> 64) & mask_of(bits - 64)};
    LLVMDisposeMessage(text);
}

static u64 hex_digits(const char *s, u32 n) {
    u64 v = 0;
    for (u32 i = 0; i < n && s[i]; i++) {
        char c = s[i];
        v = v * 16 + (u64)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    }
    return v;
}

static void long_double(LLVMValueRef v, Cell out[2]) {
    char *text = LLVMPrintValueToString(v);
    const char *s = strstr(text, "0xK");
    ENSURE(s);
    out[1] = (Cell){.v = hex_digits(s + 3, 4)};
    out[0] = (Cell){.v = hex_digits(s + 7, 16)};
    LLVMDisposeMessage(text);
}

static bool const_parts(Front *f, LLVMValueRef v, LLVMTypeRef type, Cell *out) {
    u64 n;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        n = LLVMCountStructElementTypes(type);
    else
        n = type_is_vector(type) ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
    for (u64 i = 0; i < n; i++) {
        LLVMValueRef part = LLVMGetAggregateElement(v, (unsigned)i);
        if (!part || !const_cells(f, part, out))
            return false;
        out += type_cells(f, LLVMTypeOf(part));
    }
    return true;
}

bool const_cells(Front *f, LLVMValueRef v, Cell *out) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueKind kind = LLVMGetValueKind(v);
    if (kind == LLVMUndefValueValueKind || kind == LLVMPoisonValueValueKind) {
        for (u32 i = 0; i < type_cells(f, type); i++)
            out[i] = cell_unwritten();
        return true;
    }
    if (type_is_aggregate(type) || type_is_vector(type))
        return const_parts(f, v, type, out);
    if (type_cells(f, type) == 1)
        return const_fold(f, v, out);
    if (kind == LLVMConstantIntValueKind) {
        wide_number(v, out);
        return true;
    }
    if (kind == LLVMConstantFPValueKind) {
        long_double(v, out);
        return true;
    }
    return false;
}

// ---- initialisers -------------------------------------------------------------------------------

static void put_bytes(Image *img, u64 at, u64 v, u64 n) {
    ENSURE(at + n <= img->size);
    if (v == 0)
        return;
    if (!img->bytes)
        img->bytes = mem_zalloc(img->size);
    memcpy(img->bytes + at, &v, n); // the targets and the host are little-endian
}

static bool write_scalar(Front *f, Image *img, u64 at, LLVMValueRef v) {
    Cell cells[2];
    LLVMTypeRef type = LLVMTypeOf(v);
    u64 size = type_store_size(f, type);
    if (!const_cells(f, v, cells)) {
        char *text = LLVMPrintValueToString(v);
        front_fail(f, "an initialiser cannot be computed: %s", text);
        LLVMDisposeMessage(text);
        return false;
    }
    if (cell_is_unwritten(cells[0]))
        return true;
    put_bytes(img, at, cells[0].v, size < 8 ? size : 8);
    if (size > 8) {
        put_bytes(img, at + 8, cells[1].v, size - 8);
    } else if (!cell_is_number(cells[0])) {
        VEC_PUSH(img->tags, img->ntags, img->tags_cap) =
            (Tag){.off = (u32)at, .obj = cells[0].tag, .len = (u16)(f->ptr_bits / 8)};
    }
    return true;
}

static bool write_vector_of_bits(Front *f, Image *img, u64 at, LLVMValueRef v) {
    u32 n = LLVMGetVectorSize(LLVMTypeOf(v));
    u64 bits = 0;
    for (u32 i = 0; i < n && i < 64; i++) {
        Cell c = {0};
        if (!const_fold(f, LLVMGetAggregateElement(v, i), &c))
            return front_fail(f, "an initialiser with a vector of truth values cannot be computed");
        bits |= (c.v & 1) << i;
    }
    put_bytes(img, at, bits, (n + 7) / 8 < 8 ? (n + 7) / 8 : 8);
    return true;
}

bool image_write(Front *f, Image *img, u64 at, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(v) || LLVMIsUndef(v))
        return true;
    if (LLVMIsConstantString(v)) {
        size_t n;
        const char *s = LLVMGetAsString(v, &n);
        if (!img->bytes)
            img->bytes = mem_zalloc(img->size);
        ENSURE(at + n <= img->size);
        memcpy(img->bytes + at, s, n);
        return true;
    }
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            if (!image_write(f, img, at + LLVMOffsetOfElement(f->td, type, i),
                             LLVMGetAggregateElement(v, i))) {
                return false;
            }
        }
        return true;
    }
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        LLVMTypeRef elem = LLVMGetElementType(type);
        bool is_vector = kind == LLVMVectorTypeKind;
        if (is_vector && type_bits(f, elem) % 8)
            return write_vector_of_bits(f, img, at, v);
        u64 n = is_vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
        u64 stride = is_vector ? type_bits(f, elem) / 8 : LLVMABISizeOfType(f->td, elem);
        for (u64 i = 0; i < n; i++)
            if (!image_write(f, img, at + i * stride, LLVMGetAggregateElement(v, (unsigned)i)))
                return false;
        return true;
    }
    if (type_problem(f, type)) {
        return front_fail(f, "an initialiser uses %s, which is not supported",
                          type_problem(f, type));
    }
    return write_scalar(f, img, at, v);
}

void image_done(Image *img) {
    if (img->bytes)
        mem_free(img->bytes, img->size);
    VEC_FREE(img->tags, img->tags_cap);
    *img = (Image){0};
}
