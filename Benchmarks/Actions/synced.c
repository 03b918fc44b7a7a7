// The least that a durable server does: appends each request to a file, and syncs it, before it
// answers.
//
//   synced SOCKET FILE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3) return 64;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    int file = open(arguments[2], O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 64) != 0) {
        perror(arguments[1]);
        return 1;
    }
    struct pollfd polled[64] = {{listener, POLLIN, 0}};
    int used = 1;
    for (;;) {
        if (poll(polled, used, -1) < 0) return 1;
        if (polled[0].revents && used < 64)
            polled[used++] = (struct pollfd){accept(listener, NULL, NULL), POLLIN, 0};
        for (int i = 1; i < used; i++) {
            char buffer[65536];
            if (!polled[i].revents) continue;
            ssize_t length = read(polled[i].fd, buffer, sizeof buffer);
            if (length <= 0) {
                close(polled[i].fd);
                polled[i--] = polled[--used];
                continue;
            }
            if (write(file, buffer, length) != length || fdatasync(file) != 0) return 1;
            if (write(polled[i].fd, "{}", 3) != 3) return 1;
        }
    }
}
