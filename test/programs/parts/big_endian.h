// A structure as only gcc has it.
struct wire {
    int value;
} __attribute__((scalar_storage_order("big-endian")));
