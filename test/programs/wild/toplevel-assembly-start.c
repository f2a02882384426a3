// expect: error "assembly outside of functions that adds to a program's start or end is not supported"
// Nothing but assembly calls what runs before main.
static int prepared;
__attribute__((used)) static void prepare(void) { prepared = 1; }
__asm__(".section .init_array,\"aw\"\n.quad prepare\n.text\n");

int main(void) {
    return prepared;
}
