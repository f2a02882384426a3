// SPDX-License-Identifier: Apache-2.0
// The out-of-line parts of std::allocator, std::list, std::map, std::set and the unordered containers. They work on memory of the
// program's and are ordinary code, so that races in it are found.
#include "cxx_rt.h"

namespace std {

template <typename T> class allocator {
public:
    allocator() noexcept {}
    allocator(const allocator &) noexcept {}
    ~allocator() noexcept {}
};
template class allocator<char>;
template class allocator<wchar_t>;

// ---- list ---------------------------------------------------------------------------------------

namespace __detail {

struct _List_node_base {
    _List_node_base *_M_next, *_M_prev;
    static void swap(_List_node_base &x, _List_node_base &y) noexcept;
    void _M_transfer(_List_node_base *first, _List_node_base *last) noexcept;
    void _M_reverse() noexcept;
    void _M_hook(_List_node_base *position) noexcept;
    void _M_unhook() noexcept;
};

static void connect(_List_node_base *a, _List_node_base *b) {
    a->_M_next = b;
    b->_M_prev = a;
}

MODEL void _List_node_base::_M_hook(_List_node_base *position) noexcept {
    connect(position->_M_prev, this);
    connect(this, position);
}

MODEL void _List_node_base::_M_unhook() noexcept { connect(_M_prev, _M_next); }

// Moves [first, last) of any list to before this node.
MODEL void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
    if (this == last)
        return;
    _List_node_base *end = last->_M_prev, *before = _M_prev;
    connect(first->_M_prev, last);
    connect(before, first);
    connect(end, this);
}

MODEL void _List_node_base::_M_reverse() noexcept {
    _List_node_base *node = this;
    do {
        _List_node_base *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

// x and y are heads of lists; an empty list is a head that points to itself.
MODEL void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept {
    _List_node_base old_x = x, old_y = y;
    bool is_empty_x = x._M_next == &x, is_empty_y = y._M_next == &y;
    connect(&x, is_empty_y ? &x : old_y._M_next);
    connect(is_empty_y ? &x : old_y._M_prev, &x);
    connect(&y, is_empty_x ? &y : old_x._M_next);
    connect(is_empty_x ? &y : old_x._M_prev, &y);
}

} // namespace __detail

// ---- map and set --------------------------------------------------------------------------------
// The trees are not balanced: only the time would show it, and programs that are checked have small ones. The
// header is a node whose parent is the root, whose left is the first and whose right is the last node; it is the only
// red one, by which decrement knows it.

enum _Rb_tree_color { _S_red = false, _S_black = true };

struct _Rb_tree_node_base {
    _Rb_tree_color color;
    _Rb_tree_node_base *parent, *left, *right;
};
typedef _Rb_tree_node_base Node;

static Node *first_of(Node *x) {
    while (x->left)
        x = x->left;
    return x;
}

static Node *last_of(Node *x) {
    while (x->right)
        x = x->right;
    return x;
}

MODEL Node *_Rb_tree_increment(Node *x) noexcept {
    if (x->right)
        return first_of(x->right);
    Node *y = x->parent;
    while (x == y->right) {
        x = y;
        y = y->parent;
    }
    return x->right == y ? x : y;       // the first: x is the header, come to from a root that is the last node
}

MODEL Node *_Rb_tree_decrement(Node *x) noexcept {
    if (x->color == _S_red && x->parent->parent == x)
        return x->right;
    if (x->left)
        return last_of(x->left);
    Node *y = x->parent;
    while (x == y->left) {
        x = y;
        y = y->parent;
    }
    return y;
}

MODEL const Node *_Rb_tree_increment(const Node *x) noexcept { return _Rb_tree_increment((Node *)x); }
MODEL const Node *_Rb_tree_decrement(const Node *x) noexcept { return _Rb_tree_decrement((Node *)x); }

MODEL void _Rb_tree_insert_and_rebalance(bool is_left, Node *x, Node *parent, Node &header) noexcept {
    x->color = _S_black;
    x->parent = parent;
    x->left = x->right = nullptr;
    if (is_left) {
        parent->left = x;               // also the first node when the parent is the header
        if (parent == &header)
            header.parent = header.right = x;
        else if (parent == header.left)
            header.left = x;
    } else {
        parent->right = x;
        if (parent == header.right)
            header.right = x;
    }
}

// Puts `by` (may be null) in the place of x below its parent.
static void replace(Node *x, Node *by, Node &header) {
    Node *parent = x->parent;
    if (parent == &header)
        header.parent = by;
    else if (parent->left == x)
        parent->left = by;
    else
        parent->right = by;
    if (by)
        by->parent = parent;
}

MODEL Node *_Rb_tree_rebalance_for_erase(Node *z, Node &header) noexcept {
    if (header.left == z)
        header.left = z->right ? first_of(z->right) : z->parent;
    if (header.right == z)
        header.right = z->left ? last_of(z->left) : z->parent;
    if (!z->left) {
        replace(z, z->right, header);
    } else if (!z->right) {
        replace(z, z->left, header);
    } else {
        Node *next = first_of(z->right);
        if (next != z->right) {
            replace(next, next->right, header);
            next->right = z->right;
            next->right->parent = next;
        }
        replace(z, next, header);
        next->left = z->left;
        next->left->parent = next;
    }
    return z;
}

// ---- unordered containers -----------------------------------------------------------------------
// The same numbers of buckets and the same hashes as natively: programs show the order of elements.

template <typename First, typename Second> struct pair {
    First first;
    Second second;
};

namespace __detail {

struct _Prime_rehash_policy {
    float max_load_factor;
    mutable size_t next_resize;
    size_t _M_next_bkt(size_t n) const;
    pair<bool, size_t> _M_need_rehash(size_t n_buckets, size_t n_elements, size_t n_new) const;
};

static const unsigned short primes[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313,
    337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109,
    1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971,
};

static bool is_prime(size_t n) {
    for (size_t i = 3; i <= n / i; i += 2)
        if (n % i == 0)
            return false;
    return true;
}

static size_t bucket_count(size_t n) {
    for (unsigned i = 0; i < sizeof primes / sizeof primes[0]; i++)
        if (primes[i] >= n)
            return primes[i];
    for (n |= 1; !is_prime(n); n += 2) {
    }
    return n;
}

MODEL size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
    size_t count = n == 0 ? 1 : bucket_count(n);
    if (n > 0)
        next_resize = (size_t)(count * (double)max_load_factor);
    return count;
}

MODEL pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t n_buckets, size_t n_elements, size_t n_new) const {
    enum { FIRST = 11 };
    size_t wanted = n_elements + n_new;
    if (wanted <= next_resize)
        return {false, 0};
    if (next_resize == 0 && wanted < FIRST)
        wanted = FIRST;
    double least = wanted / (double)max_load_factor;
    if (least < n_buckets) {
        next_resize = (size_t)(n_buckets * (double)max_load_factor);
        return {false, 0};
    }
    size_t n = (size_t)least + 1;
    return {true, _M_next_bkt(n > 2 * n_buckets ? n : 2 * n_buckets)};
}

} // namespace __detail

// The hash of libstdc++, a MurmurHash of the width of size_t. The bytes of a word are read one by one, lowest first.
static size_t bytes_at(const unsigned char *p, size_t n) {
    size_t word = 0;
    while (n-- > 0)
        word = word << 8 | p[n];
    return word;
}

#ifdef __LP64__
static size_t mixed(size_t x) { return x ^ x >> 47; }

MODEL size_t _Hash_bytes(const void *bytes, size_t size, size_t seed) {
    const size_t factor = 0xc6a4a7935bd1e995;
    const unsigned char *p = (const unsigned char *)bytes;
    size_t hash = seed ^ size * factor;
    for (; size >= 8; size -= 8, p += 8)
        hash = (hash ^ mixed(bytes_at(p, 8) * factor) * factor) * factor;
    if (size > 0)
        hash = (hash ^ bytes_at(p, size)) * factor;
    return mixed(mixed(hash) * factor);
}
#else
MODEL size_t _Hash_bytes(const void *bytes, size_t size, size_t seed) {
    const size_t factor = 0x5bd1e995;
    const unsigned char *p = (const unsigned char *)bytes;
    size_t hash = seed ^ size;
    for (; size >= 4; size -= 4, p += 4) {
        size_t word = bytes_at(p, 4) * factor;
        hash = hash * factor ^ (word ^ word >> 24) * factor;
    }
    if (size > 0)
        hash = (hash ^ bytes_at(p, size)) * factor;
    hash = (hash ^ hash >> 13) * factor;
    return hash ^ hash >> 15;
}
#endif

} // namespace std
