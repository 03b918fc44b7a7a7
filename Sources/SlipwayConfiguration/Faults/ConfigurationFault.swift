package import Slipway

/// One thing that is wrong with a configuration, and its position.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// The file, as it was given: the configuration itself or one of its drop-ins.
    package var file: String
    /// The line, from 1; 0 for a fault of the file as a whole.
    package var line: Int
    /// The column in Unicode scalars, from 1; 0 for a fault of the file as a whole.
    package var column: Int
    /// The dotted path of the key, such as `operations.user-data.timeout`; empty for the root.
    package var key: String
    /// The fault; what would be accepted.
    ///
    /// One line.
    package var reason: String
    /// Further lines, such as the edges of a cycle.
    package var details: [String]
    /// The error number if the file could not be read; `nil` for a fault of its content.
    package var errno: Int32?
    /// The fault is a dependency cycle.
    package var isCycle = false

    /// Creates a fault.
    package init(
        file: String,
        line: Int = 0,
        column: Int = 0,
        key: String = "",
        reason: String,
        details: [String] = [],
        errno: Int32? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.reason = reason
        self.details = details
        self.errno = errno
    }
}

extension ConfigurationFault {
    /// A fault at a position of a file.
    package init(at origin: Origin, key: String, reason: String) {
        self.init(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            key: key,
            reason: reason
        )
    }
}

extension ConfigurationFault {
    /// The same fault, reported as a warning.
    package var asWarning: ConfigurationFault {
        var warning = self
        warning.reason = "warning: \(reason)"
        return warning
    }
}

extension ConfigurationFault: CustomStringConvertible {
    /// `file:line:column: key.path: what is wrong; what would be accepted`, then the details, one
    /// per line.
    ///
    /// Parts that do not apply are left out.
    package var description: String { lines.joined(separator: "\n") }

    /// ``description``, line by line, fit for a terminal.
    package var lines: [String] {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        let summary = [place, key, reason].filter { !$0.isEmpty }.joined(separator: ": ")
        return ([summary] + details).map(\.printable)
    }
}
