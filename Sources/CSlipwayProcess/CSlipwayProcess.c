#define _GNU_SOURCE
#include "CSlipwayProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// The child shares the parent's memory until it executes its program, and the calling thread waits
// that long: nothing is copied, and the parent can read the child's error. So the child must not
// allocate, lock, or run handlers.

struct preparation {
    const struct slipway_child *child;
    pid_t parent;
    enum slipway_step step;
    int error;
    // The child was not created in its control group, and has to enter it.
    bool enters_group;
};

// Numbers above this are not signals (SIGRTMAX).
enum { last_signal = 64 };

// A direct system call: the C library does not allow its two internal signals. An all-zero
// structure means the default disposition, no flags and an empty mask.
static void reset_signals(void) {
    static const char standard[64];
    for (int number = 1; number <= last_signal; number++)
        syscall(SYS_rt_sigaction, number, standard, NULL, sizeof(uint64_t));
}

static void unblock_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Sets the descriptors 0, 1, 2, … and closes all others.
static int set_descriptors(const struct slipway_child *child) {
    int count = child->descriptor_count;
    int sources[count];
    // First move the sources above those numbers, so that none is overwritten before it is copied.
    for (int index = 0; index < count; index++) {
        int source = child->descriptors[index];
        sources[index] = source;
        if (source >= count || source == index) continue;
        sources[index] = fcntl(source, F_DUPFD, count);
        if (sources[index] < 0) return -1;
    }
    for (int index = 0; index < count; index++) {
        int done = sources[index] == index ? fcntl(index, F_SETFD, 0) : dup2(sources[index], index);
        if (done < 0) return -1;
    }
    slipway_close_from(count);
    return 0;
}

static int set_limits(const struct slipway_child *child) {
    for (int index = 0; index < child->limit_count; index++) {
        struct rlimit limit = {child->limits[index].soft, child->limits[index].hard};
        if (setrlimit((unsigned)child->limits[index].resource, &limit) != 0) return -1;
    }
    return 0;
}

static int end_with_parent(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
    // The parent may have ended before that.
    if (getppid() != parent) _exit(127);
    return 0;
}

static int set_oom_score_adjust(int value) {
    char text[12];
    int length = 0;
    if (value < 0) text[length++] = '-';
    unsigned rest = (unsigned)(value < 0 ? -value : value), unit = 1000;
    while (unit > 1 && rest / unit == 0) unit /= 10;
    for (; unit > 0; unit /= 10) text[length++] = (char)('0' + rest / unit % 10);
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t written = write(file, text, (size_t)length);
    int error = errno;
    close(file);
    errno = error;
    return written == length ? 0 : -1;
}

// The kernel takes 0 for the process that writes.
static int enter_group(int group) {
    int file = openat(group, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t written = write(file, "0", 1);
    int error = errno;
    close(file);
    errno = error;
    return written == 1 ? 0 : -1;
}

// Direct system calls: the C library would have all threads of the parent change their user.
static int set_user(const struct slipway_user *user) {
    if (syscall(SYS_setgroups, (size_t)user->group_count, user->groups) != 0) return -1;
    if (syscall(SYS_setresgid, user->group, user->group, user->group) != 0) return -1;
    if (syscall(SYS_setresuid, user->user, user->user, user->user) != 0) return -1;
    // The ambient capabilities that the unit gave the daemon would be the program's.
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

static void write_number(char *text, unsigned number) {
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0) *text++ = digits[--count];
    *text = 0;
}

// Tries each path, as execvp(3) does: EACCES is remembered while further paths are tried.
static int run_program(const struct slipway_child *child) {
    int error = ENOENT;
    for (char *const *path = child->programs; *path != NULL; path++) {
        execve(*path, child->arguments, child->environment);
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) return errno;
        if (errno == EACCES) error = EACCES;
    }
    return error;
}

static int prepare(void *argument) {
    struct preparation *preparation = argument;
    const struct slipway_child *child = preparation->child;
    reset_signals();
    preparation->step = SLIPWAY_STEP_SESSION;
    if (setsid() < 0) goto failed;
    if (end_with_parent(preparation->parent) != 0) goto failed;
    preparation->step = SLIPWAY_STEP_CONTROL_GROUP;
    if (preparation->enters_group && enter_group(child->group) != 0) goto failed;
    preparation->step = SLIPWAY_STEP_DESCRIPTORS;
    if (set_descriptors(child) != 0) goto failed;
    // Before the limits: the file of the score takes a descriptor.
    preparation->step = SLIPWAY_STEP_OOM_SCORE_ADJUST;
    if (child->has_oom_score_adjust && set_oom_score_adjust(child->oom_score_adjust) != 0)
        goto failed;
    preparation->step = SLIPWAY_STEP_LIMITS;
    if (set_limits(child) != 0) goto failed;
    preparation->step = SLIPWAY_STEP_NICE;
    if (child->has_nice && setpriority(PRIO_PROCESS, 0, child->nice) != 0) goto failed;
    if (child->umask >= 0) umask((mode_t)child->umask);
    preparation->step = SLIPWAY_STEP_USER;
    if (child->user != NULL) {
        if (set_user(child->user) != 0) goto failed;
        // The kernel forgets the signal at the parent's end with a change of the user.
        if (end_with_parent(preparation->parent) != 0) goto failed;
    }
    preparation->step = SLIPWAY_STEP_PRIVILEGES;
    if (child->no_new_privileges && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) goto failed;
    preparation->step = SLIPWAY_STEP_DIRECTORY;
    if (child->directory != NULL && chdir(child->directory) != 0) goto failed;
    if (child->listen_pid != NULL) write_number(child->listen_pid, (unsigned)getpid());
    preparation->step = SLIPWAY_STEP_PROGRAM;
    unblock_signals();
    errno = run_program(child);
failed:
    preparation->error = errno;
    _exit(127);
}

// Creates the process in its group at once, which is faster than to move it there: a move waits until
// all processors have seen it. The C library has no such function. The child begins on a stack of its
// own, as with clone(2), and so must not return from here.
static int create_in_group(char *stack, size_t size, struct preparation *preparation, int *pidfd) {
#if defined(__x86_64__) || defined(__aarch64__)
    struct clone_args arguments = {
        .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | CLONE_INTO_CGROUP,
        .pidfd = (uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
        .stack = (uintptr_t)stack,
        .stack_size = size,
        .cgroup = (uint64_t)preparation->child->group,
    };
#if defined(__x86_64__)
    register int (*function)(void *) __asm__("r8") = prepare;
    register void *argument __asm__("r9") = preparation;
    long result;
    __asm__ volatile("syscall\n\t"
                     "testq %%rax, %%rax\n\t"
                     "jnz 1f\n\t"
                     "xorl %%ebp, %%ebp\n\t"
                     "movq %%r9, %%rdi\n\t"
                     "callq *%%r8\n\t"
                     "hlt\n"
                     "1:"
                     : "=a"(result)
                     : "a"(SYS_clone3), "D"(&arguments), "S"(sizeof arguments), "r"(function),
                       "r"(argument)
                     : "rcx", "r11", "memory");
#else
    register long result __asm__("x0") = (long)&arguments;
    register size_t length __asm__("x1") = sizeof arguments;
    register long number __asm__("x8") = SYS_clone3;
    register int (*function)(void *) __asm__("x10") = prepare;
    register void *argument __asm__("x11") = preparation;
    __asm__ volatile("svc #0\n\t"
                     "cbnz x0, 1f\n\t"
                     "mov x29, xzr\n\t"
                     "mov x0, x11\n\t"
                     "blr x10\n\t"
                     "brk #0\n"
                     "1:"
                     : "+r"(result)
                     : "r"(length), "r"(number), "r"(function), "r"(argument)
                     : "memory");
#endif
    if (result >= 0) return (int)result;
    errno = (int)-result;
#else
    (void)stack, (void)size, (void)preparation, (void)pidfd;
    errno = ENOSYS;
#endif
    return -1;
}

int32_t slipway_start_child(const struct slipway_child *child, struct slipway_started *started) {
    struct preparation preparation = {child, getpid(), SLIPWAY_STEP_PROCESS, 0, false};
    // On the calling thread's own stack, because that thread waits.
    _Alignas(16) char stack[32 * 1024];
    sigset_t all, before;
    // A handler of the parent must not run in the child: it would change the parent's memory.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int pidfd = -1;
    // A change of the user clears the flag in the memory that both share.
    int dumpable = child->user != NULL ? prctl(PR_GET_DUMPABLE) : -1;
    int pid = -1;
    if (child->group >= 0) {
        pid = create_in_group(stack, sizeof stack, &preparation, &pidfd);
        // A filter of system calls may not know clone3(2); any other fault shows again below.
        preparation.enters_group = pid < 0;
    }
    // Creates the process and its descriptor together, or neither; Linux before 5.2 knows no descriptors
    // of processes, and leaves it at -1.
    if (pid < 0)
        pid = clone(prepare, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD,
                    &preparation, &pidfd);
    int error = pid < 0 ? errno : preparation.error;
    if (dumpable == 0 || dumpable == 1) prctl(PR_SET_DUMPABLE, dumpable);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    started->step = preparation.step;
    if (error == 0) {
        started->pid = pid;
        started->pidfd = pidfd;
        return 0;
    }
    if (pid > 0) {
        if (pidfd >= 0) close(pidfd);
        while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR) continue;
    }
    return error;
}

bool slipway_has_attribute(const char *path, const char *name) {
    char value;
    return getxattr(path, name, &value, 1) == 1 && value == '1';
}

int32_t slipway_take_end(int32_t pid, struct slipway_end *end) {
    siginfo_t information = {0};
    while (waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG) != 0)
        if (errno != EINTR) return errno;
    if (information.si_pid == 0) return EAGAIN;
    end->pid = pid;
    end->status = information.si_status;
    end->was_killed = information.si_code != CLD_EXITED;
    return 0;
}

int32_t slipway_ended_child(void) {
    siginfo_t information = {0};
    while (waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) != 0)
        if (errno != EINTR) return 0;
    return information.si_pid;
}

int32_t slipway_become_subreaper(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 ? 0 : errno;
}

int32_t slipway_wait_for_signal(const sigset_t *signals, struct slipway_signal *signal) {
    siginfo_t information;
    while (sigwaitinfo(signals, &information) < 0)
        if (errno != EINTR) return errno;
    signal->number = information.si_signo;
    signal->code = information.si_code;
    signal->sender = information.si_pid;
    signal->value = information.si_value.sival_int;
    return 0;
}

int32_t slipway_pass_signal(int32_t pid, int32_t number, int32_t value) {
    return sigqueue(pid, number, (union sigval){.sival_int = value}) == 0 ? 0 : errno;
}

int32_t slipway_soft_limit(int32_t pid, int32_t resource, uint64_t *soft) {
    struct rlimit limit;
    if (prlimit(pid, (unsigned)resource, NULL, &limit) != 0) return errno;
    *soft = limit.rlim_cur;
    return 0;
}

int32_t slipway_open_process(int32_t pid) {
    long pidfd = syscall(SYS_pidfd_open, pid, 0);
    return pidfd >= 0 ? (int32_t)pidfd : -errno;
}

int32_t slipway_signal_process(int32_t pidfd, int32_t pid, int32_t number) {
    if (syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0) == 0) return 0;
    int error = errno;
    // A filter of system calls may forbid this call alone. While the process has not ended, its
    // number means no other: only a process that ends between the two calls, and whose parent is
    // quick, could leave its number to a stranger.
    struct pollfd end = {.fd = pidfd, .events = POLLIN};
    if ((error != ENOSYS && error != EPERM) || poll(&end, 1, 0) != 0) return error;
    return kill(pid, number) == 0 ? 0 : errno;
}

int32_t slipway_pipe(int32_t ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int32_t slipway_set_nonblocking(int32_t descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 ? 0 : errno;
}

// The most descriptors that one message can carry (SCM_MAX_FD).
enum { most_descriptors = 253 };

int32_t slipway_receive_datagram(int32_t socket, void *bytes, uint64_t room,
                                 struct slipway_datagram *datagram) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct ucred)) +
                                          CMSG_SPACE(sizeof(int) * most_descriptors)];
    struct iovec part = {bytes, room};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC | MSG_TRUNC);
    if (length < 0) return errno;
    datagram->length = length;
    datagram->pid = 0;
    datagram->uid = UINT32_MAX;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL;
         part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        size_t size = part->cmsg_len - CMSG_LEN(0);
        if (part->cmsg_type == SCM_CREDENTIALS && size == sizeof(struct ucred)) {
            struct ucred sender;
            memcpy(&sender, CMSG_DATA(part), sizeof sender);
            datagram->pid = sender.pid;
            datagram->uid = sender.uid;
        } else if (part->cmsg_type == SCM_RIGHTS) {
            for (size_t index = 0; index < size / sizeof(int); index++) {
                int descriptor;
                memcpy(&descriptor, CMSG_DATA(part) + index * sizeof(int), sizeof descriptor);
                close(descriptor);
            }
        }
    }
    return 0;
}

// Swift gives no way to its variables, so that each word with the former number is changed, in the
// thread-local variables of the program and of its libraries. The C library renews its own.
static int renew_thread_number(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    const int32_t *numbers = context;
    if (object->dlpi_tls_data == NULL || strstr(object->dlpi_name, "/libc.so") != NULL) return 0;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type != PT_TLS) continue;
        int32_t *words = object->dlpi_tls_data;
        size_t count = object->dlpi_phdr[index].p_memsz / sizeof *words;
        for (size_t word = 0; word < count; word++)
            if (words[word] == numbers[0]) words[word] = numbers[1];
    }
    return 0;
}

void slipway_renew_thread_number(int32_t former) {
    int32_t numbers[] = {former, (int32_t)syscall(SYS_gettid)};
    dl_iterate_phdr(renew_thread_number, numbers);
}
