// expect: error "read of '"
// message: unknown: .*in '(poll|main)': read of '.*Device.*', a variable that nothing defines
// The same class; a virtual call needs the table.
struct Device {
    virtual void reset();
    virtual int read() { return 1; }
    int kind = 3;
};

static int poll(Device *d) { return d->read(); }

int main() {
    Device d;
    return poll(&d) - 1;
}
