// Measures services from exec to READY=1, or commands from exec to their end.
//
//   measure [-e] [-n RUNS] NAME PROGRAM [ARGUMENT...] [-- NAME PROGRAM [ARGUMENT...]]...
//
// Runs the programs (absolute paths) in turn, RUNS times (default 50) after two uncounted rounds,
// so that other load on the machine affects all of them alike. Each run has an empty folder as its
// current directory and its own notification socket. The clock starts in the child right before
// exec and stops when the datagram with READY=1 arrives; then the resident set is read and the
// process is ended. With -e the clock stops when the program has ended, which must be with status
// 0, and the resident set is its largest. Prints a table in Markdown, a row per program: median,
// first and ninth decile of the time, the ratio to the first program's median, the median resident
// set, the file's size.

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { maximumServices = 16, warmUps = 2, patience = 10000 /* milliseconds */ };

typedef struct {
    const char *name;
    char **command;
    double *microseconds;
    double *kilobytes;
} Service;

static char folder[] = "/tmp/slipway-startup.XXXXXX";

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("measure: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int listenForNotifications(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memccpy(address.sun_path, path, 0, sizeof address.sun_path - 1);
    int socketDescriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socketDescriptor < 0 || bind(socketDescriptor, (void *)&address, sizeof address) < 0)
        fail("cannot bind %s: %s", path, strerror(errno));
    return socketDescriptor;
}

// Returns when READY=1 arrived; fails when the service ended or is silent for too long.
static void awaitReady(int notifications, pid_t child, const char *name) {
    for (double deadline = now() + patience * 1e3; now() < deadline;) {
        struct pollfd readable = {.fd = notifications, .events = POLLIN};
        if (poll(&readable, 1, 100) > 0) {
            char message[4097];
            ssize_t length = recv(notifications, message, sizeof message - 1, 0);
            message[length < 0 ? 0 : length] = 0;
            if (strncmp(message, "READY=1", 7) == 0 || strstr(message, "\nREADY=1"))
                return;
        } else if (waitpid(child, NULL, WNOHANG) == child) {
            fail("%s ended before it was ready", name);
        }
    }
    kill(child, SIGKILL);
    fail("%s is not ready after %d ms", name, patience);
}

// Returns the largest resident set when the command has ended; fails when it did not succeed.
static double awaitEnd(pid_t child, const char *name) {
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child || status != 0)
        fail("%s has failed", name);
    return usage.ru_maxrss;
}

static double residentKilobytes(pid_t process) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *file = fopen(path, "r");
    double kilobytes = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %lf", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes;
}

static void removeTree(const char *path) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) != 0)
        fprintf(stderr, "measure: cannot remove %s\n", path);
}

static void removeFolder(void) { removeTree(folder); }

static void run(Service *service, int round, bool isCommand, double *started) {
    char place[128], notify[160];
    snprintf(place, sizeof place, "%s/run", folder);
    snprintf(notify, sizeof notify, "%s/notify", folder);
    if (mkdir(place, 0700) < 0)
        fail("cannot make %s: %s", place, strerror(errno));
    int notifications = listenForNotifications(notify);

    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0), dup2(nowhere, 1), dup2(nowhere, 2);
        setenv("NOTIFY_SOCKET", notify, 1);
        if (chdir(place) == 0) {
            *started = now();
            execv(service->command[0], service->command);
        }
        _exit(127);
    }
    if (child < 0)
        fail("cannot fork: %s", strerror(errno));
    double resident, end;
    if (isCommand) {
        resident = awaitEnd(child, service->name);
        end = now();
    } else {
        awaitReady(notifications, child, service->name);
        end = now();
        resident = residentKilobytes(child);
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
    }
    close(notifications);
    unlink(notify);
    removeTree(place);

    if (round >= 0) {
        service->microseconds[round] = end - *started;
        service->kilobytes[round] = resident;
    }
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

// `fraction` 0.5 is the median; `values` are sorted.
static double quantile(const double *values, int count, double fraction) {
    return values[(int)(fraction * (count - 1) + 0.5)];
}

static void printTable(Service *services, int count, int runs, bool areCommands) {
    const char *title = areCommands ? "exec to end" : "exec to READY";
    printf("\n| %-40s | median us |     p10 |     p90 | ratio | RSS MB | size MB |\n| ", title);
    for (int column = 0; column < 40; column++)
        putchar('-');
    puts(" | --------: | ------: | ------: | ----: | -----: | ------: |");
    double floor = 0;
    for (int index = 0; index < count; index++) {
        Service *service = &services[index];
        qsort(service->microseconds, runs, sizeof(double), ascending);
        qsort(service->kilobytes, runs, sizeof(double), ascending);
        double median = quantile(service->microseconds, runs, 0.5);
        if (index == 0)
            floor = median;
        struct stat file;
        if (stat(service->command[0], &file) < 0)
            fail("cannot read %s: %s", service->command[0], strerror(errno));
        printf("| %-40s | %9.0f | %7.0f | %7.0f | %5.2f | %6.1f | %7.2f |\n", service->name,
               median, quantile(service->microseconds, runs, 0.1),
               quantile(service->microseconds, runs, 0.9), median / floor,
               quantile(service->kilobytes, runs, 0.5) / 1024, (double)file.st_size / 1e6);
    }
}

int main(int argumentCount, char **arguments) {
    int runs = 50, first = 1, count = 0;
    bool areCommands = argumentCount > first && strcmp(arguments[first], "-e") == 0;
    if (areCommands)
        first++;
    if (argumentCount > first + 1 && strcmp(arguments[first], "-n") == 0)
        runs = atoi(arguments[first + 1]), first += 2;
    if (runs < 1 || argumentCount < first + 2)
        fail("usage: measure [-e] [-n RUNS] NAME PROGRAM [ARGUMENT...] [-- NAME PROGRAM ...]...");

    Service services[maximumServices];
    for (int index = first; index < argumentCount; index++) {
        if (count == maximumServices || index + 1 >= argumentCount)
            fail("expected a name and a program, for at most %d services", maximumServices);
        services[count++] = (Service){
            .name = arguments[index],
            .command = arguments + index + 1,
            .microseconds = calloc(runs, sizeof(double)),
            .kilobytes = calloc(runs, sizeof(double)),
        };
        while (index < argumentCount && strcmp(arguments[index], "--") != 0)
            index++;
        if (index < argumentCount)
            arguments[index] = NULL;
    }

    if (!mkdtemp(folder))
        fail("cannot make %s: %s", folder, strerror(errno));
    atexit(removeFolder);
    // Shared with the child, which writes the time of its exec here.
    double *started = mmap(NULL, sizeof *started, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int round = -warmUps; round < runs; round++)
        for (int index = 0; index < count; index++)
            run(&services[index], round, areCommands, started);
    printTable(services, count, runs, areCommands);
}
