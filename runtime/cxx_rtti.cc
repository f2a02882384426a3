// SPDX-License-Identifier: Apache-2.0
// Run-time type information: the classes of the descriptions that the compiler makes of types, and dynamic_cast. The
// layouts are those of the Itanium C++ ABI. The compiler adds the descriptions of the fundamental types to the file
// that defines ~__fundamental_type_info.
#include "cxx_rt.h"

namespace std {

// libstdc++ declares more virtual functions; only catching exceptions needs them.
class type_info {
public:
    virtual ~type_info();

protected:
    const char *name;
};

type_info::~type_info() {}

} // namespace std

namespace __cxxabiv1 {

struct Cast;

// A class without bases.
class __class_type_info : public std::type_info {
public:
    ~__class_type_info() override;
    // Goes on with the bases of the part at `part`, which is of this class.
    virtual void visit_bases(Cast &cast, const char *part, bool is_public, const char *inside, bool is_public_inside) const;
};

// One base: public, not virtual, at offset 0.
class __si_class_type_info : public __class_type_info {
public:
    ~__si_class_type_info() override;
    void visit_bases(Cast &cast, const char *part, bool is_public, const char *inside, bool is_public_inside) const override;
    const __class_type_info *base;
};

struct __base_class_type_info {
    const __class_type_info *type;
    long offset_flags;          // flags in the lowest byte, the offset above
    enum { VIRTUAL = 1, PUBLIC = 2, OFFSET_SHIFT = 8 };
};

class __vmi_class_type_info : public __class_type_info {
public:
    ~__vmi_class_type_info() override;
    void visit_bases(Cast &cast, const char *part, bool is_public, const char *inside, bool is_public_inside) const override;
    unsigned flags, n_bases;
    __base_class_type_info bases[1];
};

#define OTHER_TYPE(name)                                                                           \
    class name : public std::type_info {                                                           \
    public:                                                                                        \
        ~name() override;                                                                          \
    };                                                                                             \
    name::~name() {}
OTHER_TYPE(__fundamental_type_info)
OTHER_TYPE(__array_type_info)
OTHER_TYPE(__function_type_info)
OTHER_TYPE(__enum_type_info)
OTHER_TYPE(__pbase_type_info)
OTHER_TYPE(__pointer_type_info)
OTHER_TYPE(__pointer_to_member_type_info)

__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

// ---- dynamic_cast -------------------------------------------------------------------------------

// A walk over all parts of a complete object, and what it has found. A part is met once for each path to it.
struct Cast {
    const __class_type_info *from, *to;
    const char *source;         // the part that is cast, of type `from`
    const char *holder;         // a part of type `to` around the source
    bool is_holder_public, has_holders;
    const char *target;         // a part of type `to`
    bool is_target_public, has_targets;
    bool is_source_public;

    void visit(const __class_type_info *type, const char *part, bool is_public, const char *inside, bool is_public_inside) {
        if (type == to) {
            has_targets |= target && target != part;
            target = part;
            is_target_public |= is_public;
            inside = part;
            is_public_inside = true;
        }
        if (type == from && part == source) {
            is_source_public |= is_public;
            if (inside) {
                has_holders |= holder && holder != inside;
                holder = inside;
                is_holder_public |= is_public_inside;
            }
        }
        type->visit_bases(*this, part, is_public, inside, is_public_inside);
    }

    // The language's rule: down from the source if there is one way, else across from the complete object.
    const char *result() const {
        if (holder && is_holder_public && !has_holders)
            return holder;
        return is_source_public && is_target_public && !has_targets ? target : nullptr;
    }
};

void __class_type_info::visit_bases(Cast &, const char *, bool, const char *, bool) const {}

void __si_class_type_info::visit_bases(Cast &cast, const char *part, bool is_public, const char *inside,
                                       bool is_public_inside) const {
    cast.visit(base, part, is_public, inside, is_public_inside);
}

// The offset of a virtual base is in the virtual table of the part.
static const char *base_of(const char *part, long offset_flags) {
    long offset = offset_flags >> __base_class_type_info::OFFSET_SHIFT;
    if (offset_flags & __base_class_type_info::VIRTUAL)
        offset = *(const long *)(*(const char *const *)part + offset);
    return part + offset;
}

void __vmi_class_type_info::visit_bases(Cast &cast, const char *part, bool is_public, const char *inside,
                                        bool is_public_inside) const {
    for (unsigned i = 0; i < n_bases; i++) {
        bool is_public_base = bases[i].offset_flags & __base_class_type_info::PUBLIC;
        cast.visit(bases[i].type, base_of(part, bases[i].offset_flags), is_public && is_public_base, inside,
                   is_public_inside && is_public_base);
    }
}

// What is before the functions of a virtual table.
struct Table {
    long offset_to_complete;
    const __class_type_info *type;
};

extern "C" MODEL void *__dynamic_cast(const void *source, const __class_type_info *from, const __class_type_info *to,
                                      ptrdiff_t) {
    const Table *table = *(const Table *const *)source - 1;
    Cast cast = {};
    cast.from = from;
    cast.to = to;
    cast.source = (const char *)source;
    cast.visit(table->type, cast.source + table->offset_to_complete, true, nullptr, false);
    return (void *)cast.result();
}

extern "C" MODEL void __cxa_bad_cast() { cxx_exception("C++ exception: std::bad_cast"); }
extern "C" MODEL void __cxa_bad_typeid() { cxx_exception("C++ exception: std::bad_typeid"); }

} // namespace __cxxabiv1
