// The least that two threads need to hand a token to each other and back.

#define _GNU_SOURCE
#include "Twins.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int there, back;
    int64_t rounds, spins;
} Channel;

typedef struct {
    _Alignas(64) _Atomic int64_t turn;
    int64_t rounds;
} Word;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void give(int descriptor) {
    const uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {}
}

static void take(int descriptor, int64_t spins) {
    uint64_t value;
    for (int64_t spin = 0; spin < spins; ++spin) {
        if (read(descriptor, &value, sizeof value) > 0) return;
    }
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    while (read(descriptor, &value, sizeof value) < 0) poll(&wanted, 1, -1);
}

static void *answer(void *argument) {
    const Channel *channel = argument;
    for (int64_t round = 0; round < channel->rounds; ++round) {
        take(channel->there, channel->spins);
        give(channel->back);
    }
    return NULL;
}

int64_t twinHandOver(int64_t rounds, int64_t spins) {
    Channel channel = {eventfd(0, EFD_NONBLOCK), eventfd(0, EFD_NONBLOCK), rounds, spins};
    pthread_t other;
    if (channel.there < 0 || channel.back < 0) return -1;
    if (pthread_create(&other, NULL, answer, &channel) != 0) return -1;
    const int64_t start = now();
    for (int64_t round = 0; round < rounds; ++round) {
        give(channel.there);
        take(channel.back, spins);
    }
    const int64_t duration = now() - start;
    pthread_join(other, NULL);
    close(channel.there);
    close(channel.back);
    return duration;
}

static void *answerSpinning(void *argument) {
    Word *word = argument;
    for (int64_t round = 0; round < word->rounds; ++round) {
        while (atomic_load_explicit(&word->turn, memory_order_acquire) != 2 * round + 1) {}
        atomic_store_explicit(&word->turn, 2 * round + 2, memory_order_release);
    }
    return NULL;
}

int64_t twinHandOverSpinning(int64_t rounds) {
    Word word = {.rounds = rounds};
    pthread_t other;
    if (pthread_create(&other, NULL, answerSpinning, &word) != 0) return -1;
    const int64_t start = now();
    for (int64_t round = 0; round < rounds; ++round) {
        atomic_store_explicit(&word.turn, 2 * round + 1, memory_order_release);
        while (atomic_load_explicit(&word.turn, memory_order_acquire) != 2 * round + 2) {}
    }
    const int64_t duration = now() - start;
    pthread_join(other, NULL);
    return duration;
}
