internal import Glibc

/// Standard input, output and error, some of which the starter of a process may have closed.
package enum StandardDescriptors {
    /// Opens, under each number that is closed, what can be neither read nor written.
    ///
    /// Otherwise the next file or socket would get the number, and with it what is written to
    /// standard output. Call it before anything is opened.
    package static func hold() {
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
            // The lowest free number is this one: all lower ones are open.
            guard open("/", pathOnly) >= 0 else { return }
        }
    }
}
