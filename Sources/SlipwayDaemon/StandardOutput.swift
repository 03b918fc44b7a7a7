internal import Glibc

/// Writes the output of a command.
package enum StandardOutput {
    /// Writes `text` and a line end; blocks while the reader is busy.
    ///
    /// - Returns: The exit status: 0, or 2 when the text could not be written, which standard error
    ///   then reports.
    package static func print(_ text: String) -> Int32 {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                let reason = strerror(errno).map { String(cString: $0) } ?? "unknown error"
                let message = "slipwayd: cannot write to standard output: \(reason)\n"
                _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
                return 2
            }
            rest = rest.dropFirst(written)
        }
        return 0
    }
}
