// The lower bound for a command: connects to a Unix socket, sends one call, reads the answer and
// ends.
//
//   call PATH METHOD

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3)
        return 64;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memccpy(address.sun_path, arguments[1], 0, sizeof address.sun_path - 1);
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0 || connect(connection, (void *)&address, sizeof address) < 0)
        return 1;
    char text[65536];
    // A message ends with a zero byte.
    int length = snprintf(text, sizeof text, "{\"method\":\"%s\"}", arguments[2]) + 1;
    if (write(connection, text, length) != length)
        return 1;
    for (;;) {
        ssize_t received = read(connection, text, sizeof text);
        if (received <= 0)
            return 1;
        char *end = memchr(text, 0, received);
        fwrite(text, 1, end ? end - text : received, stdout);
        if (end)
            return 0;
    }
}
