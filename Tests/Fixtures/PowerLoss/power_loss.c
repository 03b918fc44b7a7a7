#include "power_loss.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const slipway_power_loss = "power-loss";

// A file of the layer; that of the layer below follows it in memory.
typedef struct {
    sqlite3_file base;
    char path[512];
} File;

static sqlite3_vfs layer;
static sqlite3_io_methods methods;

static sqlite3_vfs *below(void) { return layer.pAppData; }
static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((File *)file + 1); }

static void copy(const char *path) {
    char target[600], buffer[65536];
    snprintf(target, sizeof target, "%s.synced", path);
    int from = open(path, O_RDONLY | O_CLOEXEC);
    int to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t count;
    while (from >= 0 && to >= 0 && (count = read(from, buffer, sizeof buffer)) > 0)
        if (write(to, buffer, count) != count) break;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
}

// In place of the C library's: what this process syncs beside SQLite survives, too.
int fsync(int file) {
    int result = (int)syscall(SYS_fsync, file);
    char link[32], path[512], synced[600];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = result == 0 ? readlink(link, path, sizeof path - 1) : -1;
    if (size < 0) return result;
    path[size] = 0;
    snprintf(synced, sizeof synced, "%s.synced", path);
    if (access(synced, F_OK) == 0) copy(path);
    return result;
}

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
static int file_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
    return real(file)->pMethods->xRead(real(file), to, count, at);
}
static int file_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
    return real(file)->pMethods->xWrite(real(file), from, count, at);
}
static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return real(file)->pMethods->xTruncate(real(file), size);
}
static int file_sync(sqlite3_file *file, int flags) {
    int code = real(file)->pMethods->xSync(real(file), flags);
    if (code == SQLITE_OK && ((File *)file)->path[0]) copy(((File *)file)->path);
    return code;
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int file_lock(sqlite3_file *file, int lock) {
    return real(file)->pMethods->xLock(real(file), lock);
}
static int file_unlock(sqlite3_file *file, int lock) {
    return real(file)->pMethods->xUnlock(real(file), lock);
}
static int file_reserved(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int file_device(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_map(
    sqlite3_file *file, int page, int size, int extend, void volatile **start
) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, start);
}
static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void file_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int file_unmap(sqlite3_file *file, int remove) {
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static int layer_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given
) {
    (void)vfs;
    int code = below()->xOpen(below(), name, real(file), flags, given);
    file->pMethods = real(file)->pMethods ? &methods : NULL;
    snprintf(((File *)file)->path, sizeof ((File *)file)->path, "%s", name ? name : "");
    return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    char synced[600];
    snprintf(synced, sizeof synced, "%s.synced", name);
    unlink(synced);
    return below()->xDelete(below(), name, sync);
}

void slipway_register_power_loss(void) {
    sqlite3_vfs *standard = sqlite3_vfs_find(NULL);
    if (!standard || sqlite3_vfs_find(slipway_power_loss)) return;
    // Version 2: with shared memory, which no machine has after a power loss.
    methods = (sqlite3_io_methods){
        2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
        file_unlock, file_reserved, file_control, file_sector, file_device,
        file_map, file_map_lock, file_barrier, file_unmap,
    };
    layer = *standard;
    layer.szOsFile = (int)sizeof(File) + standard->szOsFile;
    layer.zName = slipway_power_loss;
    layer.pAppData = standard;
    layer.pNext = NULL;
    layer.xOpen = layer_open;
    layer.xDelete = layer_delete;
    sqlite3_vfs_register(&layer, 0);
}
