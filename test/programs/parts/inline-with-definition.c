int limit(void);
int limit(void) { return 11; }
