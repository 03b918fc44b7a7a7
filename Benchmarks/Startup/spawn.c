// The lower bound for a chain of programs: starts one after the other, with as little setup as a
// service manager's child needs (its own session, standard error through a pipe), then reports
// READY.
//
//   spawn COUNT PROGRAM
//
// It holds 17 MB, as a service would: the cost of a start depends on the parent's memory, unless it
// is shared.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

extern char **environ;

static void runOne(char *program) {
    int ends[2], null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || pipe2(ends, O_CLOEXEC) != 0)
        exit(2);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, null, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    char *arguments[] = {program, NULL}, byte;
    pid_t child;
    if (posix_spawn(&child, program, &actions, &attributes, arguments, environ) != 0)
        exit(2);
    close(null), close(ends[1]);
    while (read(ends[0], &byte, 1) > 0)
        continue;
    close(ends[0]);
    int status;
    if (waitpid(child, &status, 0) != child || status != 0)
        exit(2);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
}

int main(int count, char **arguments) {
    if (count != 3)
        return 64;
    size_t size = 17 << 20;
    char *held = malloc(size);
    memset(held, 1, size);
    for (int number = atoi(arguments[1]); number > 0; number--)
        runOne(arguments[2]);
    if (sd_notify(0, "READY=1") <= 0)
        return 1;
    for (;;)
        pause();
}
