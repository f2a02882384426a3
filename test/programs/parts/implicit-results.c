static int object;
long returns_long(void) { return (1L << 40) + 5; }
double returns_double(void) { return 2; }
int *returns_pointer(void) { return &object; }
int takes_int(int n) { return n + 1; }
