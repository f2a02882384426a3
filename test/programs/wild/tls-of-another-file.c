// expect: error "use of 'current_task', a thread-local variable that nothing defines"
// message: --stub current_task=0
extern __thread struct task *current_task;

int main(int argc, char **argv) {
    (void)argv;
    return argc > 0 && current_task ? 1 : 0;
}
