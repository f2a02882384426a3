inline int limit(void) { return 20; }
int limit_of_other(void);
int limit_of_other(void) { return limit(); }
