import Foundation
import SlipwayTestSupport
import Testing

/// A file system of the store that can hang, for one process: a library before the others has what that does to
/// files of the store wait for as long as a marker is there.
///
/// Unlike a frozen file system it needs no root, and what waits can be killed.
struct HangingDisk {
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void pass(const char *path) {
            const char *marker = getenv("HANGS_WHILE");
            while (marker && strstr(path, "slipway-actions") && access(marker, F_OK) == 0) usleep(10000);
        }
        static void pass_file(int file) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t size = readlink(link, path, sizeof path - 1);
            if (size <= 0) return;
            path[size] = 0;
            pass(path);
        }
        #define NEXT(name) static typeof(name) *next; if (!next) next = (typeof(name) *)dlsym(RTLD_NEXT, #name)
        int fsync(int file) { NEXT(fsync); pass_file(file); return next(file); }
        int fdatasync(int file) { NEXT(fdatasync); pass_file(file); return next(file); }
        ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
            NEXT(pwrite); pass_file(file); return next(file, bytes, size, place);
        }
        ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
            NEXT(pwrite64); pass_file(file); return next(file, bytes, size, place);
        }
        static int mode(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, int) : 0; }
        int open(const char *path, int flags, ...) {
            NEXT(open); pass(path);
            va_list rest; va_start(rest, flags); int m = mode(flags, rest); va_end(rest);
            return next(path, flags, m);
        }
        int open64(const char *path, int flags, ...) {
            NEXT(open64); pass(path);
            va_list rest; va_start(rest, flags); int m = mode(flags, rest); va_end(rest);
            return next(path, flags, m);
        }
        """

    private let folder: TemporaryFolder
    private var marker: String { "\(folder.path)/hangs" }

    init() async throws {
        folder = try TemporaryFolder()
        let source = try folder.write(Self.source, to: "hanging.c")
        let compiler = Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", "\(folder.path)/hanging.so", source]
        )
        let result = try await compiler.run()
        try #require(result.status == 0, "\(result.output)")
    }

    /// The variables of a process whose disk it is.
    var environment: [String: String] {
        ["LD_PRELOAD": "\(folder.path)/hanging.so", "HANGS_WHILE": marker]
    }

    func freeze() throws { try folder.write("", to: "hangs") }

    func thaw() { unlink(marker) }
}
