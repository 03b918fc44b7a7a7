// Calls a server again and again over a Unix socket, and prints how fast it answers.
//
//   submit SOCKET CONNECTIONS COUNT REQUEST
//
// Each connection sends REQUEST with a zero byte at its end, and sends it again once a reply that
// ends with a zero byte has come; COUNT requests in all. `%` in REQUEST becomes the request's
// number. Prints requests per second, and the median and 99th percentile of the answers in µs.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    return descriptor;
}

static void ask(int descriptor, const char *request, int number) {
    char frame[4096];
    size_t length = 0;
    for (const char *c = request; *c && length < sizeof frame - 32; c++)
        if (*c == '%') length += sprintf(frame + length, "%d", number);
        else frame[length++] = *c;
    frame[length++] = 0;
    if (write(descriptor, frame, length) != (ssize_t)length) fail("write");
}

static int by_size(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    int connections = atoi(arguments[2]), requests = atoi(arguments[3]);
    struct pollfd *polled = calloc(connections, sizeof *polled);
    double *asked = calloc(connections, sizeof *asked);
    double *took = calloc(requests, sizeof *took);
    for (int i = 0; i < connections; i++)
        polled[i] = (struct pollfd){connect_to(arguments[1]), POLLIN, 0};
    double begin = now();
    int sent = 0, answered = 0;
    for (int i = 0; i < connections && sent < requests; i++) {
        asked[i] = now();
        ask(polled[i].fd, arguments[4], sent++);
    }
    while (answered < requests) {
        if (poll(polled, connections, 10000) <= 0) fail("poll");
        for (int i = 0; i < connections; i++) {
            if (!polled[i].revents) continue;
            char buffer[65536];
            ssize_t length = read(polled[i].fd, buffer, sizeof buffer);
            if (length <= 0) fail("read");
            if (memmem(buffer, length, "\"error\"", 7)) {
                fprintf(stderr, "%.*s\n", (int)length, buffer);
                return 1;
            }
            if (buffer[length - 1] != 0) continue;
            took[answered++] = now() - asked[i];
            if (sent == requests) continue;
            asked[i] = now();
            ask(polled[i].fd, arguments[4], sent++);
        }
    }
    double seconds = (now() - begin) / 1e6;
    qsort(took, requests, sizeof *took, by_size);
    printf("%.0f %.0f %.0f\n", requests / seconds, took[requests / 2], took[requests * 99 / 100]);
    return 0;
}
