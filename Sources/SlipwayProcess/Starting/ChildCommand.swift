internal import Slipway
package import SlipwaySystem

/// A program to run, with all its parameters.
package struct ChildCommand: Sendable {
    /// The treatment of standard output.
    package enum Output: Hashable, Sendable {
        /// Standard output is passed on in lines, as standard error is.
        case lines
        /// Standard output is collected up to `limit` bytes; a child that writes more is ended.
        case collected(limit: Int)
    }

    /// An absolute path, or a name that is looked up in the PATH of ``environment``.
    package var program: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// All variables of the child.
    package var environment: [String: String]
    /// Files with variables that count more than those of ``environment``, a later one more than an
    /// earlier; each start reads them.
    package var variablesFiles: [VariablesFile] = []
    /// The variables of ``environment`` that no file changes.
    package var ownVariables: Set<String> = []
    /// Further variables, `NAME=value` in bytes that are no text, but for those that
    /// ``environment`` has.
    package var rawEnvironment: [[UInt8]] = []
    /// The working directory; `nil` for this process's own.
    package var directory: String?
    /// The bytes for standard input; the child need not read them.
    package var input: [UInt8]
    /// The treatment of standard output.
    package var output: Output
    /// Listening sockets for the child, as sd_listen_fds(3) has them: descriptors from 3 on, with
    /// their names.
    package var sockets: [(name: String, descriptor: Int32)] = []
    /// The child's user, permissions, share and limits.
    package var settings = ChildSettings()
    /// The control group that the child is to have; `nil` for the daemon's.
    package var group: GroupRequest?
    /// The child is asked again and again: its lines are not passed on, and what it leaves behind
    /// ends with it.
    package var isProbe = false
    /// The exit statuses that are a success.
    package var successes: Set<Int32> = [0]
    /// The secrets that the child may know, which are hidden in its lines.
    package var redaction = Redaction(of: [])
    /// Gets the last `count` lines of the child and its processes, safe to print, once it has
    /// ended; `nil` for nothing.
    package var lastLines: (count: Int, take: @Sendable ([String]) -> Void)?
    /// The owner of the child's lines.
    package var writer: OutputWriter

    /// Describes a child; nothing is started.
    package init(
        _ program: String,
        arguments: [String] = [],
        environment: [String: String] = [:],
        directory: String? = nil,
        input: [UInt8] = [],
        output: Output = .lines,
        writer: OutputWriter
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.input = input
        self.output = output
        self.writer = writer
    }
}

extension ChildCommand {
    /// Sets a variable that no file changes.
    package mutating func set(_ name: String, _ value: String) {
        environment[name] = value
        ownVariables.insert(name)
    }

    /// Tells whether a child that ends so has succeeded.
    func succeeds(with status: ChildStatus) -> Bool {
        if case .exited(let status) = status { successes.contains(status) } else { false }
    }

    /// The first part that the kernel would truncate or misread; `nil` if there is none.
    var fault: String? {
        if program.isEmpty { return "its name is empty" }
        // A relative path depends on the directory, which a sender or a value may choose.
        if program.utf8.contains(UInt8(ascii: "/")), program.utf8.first != UInt8(ascii: "/") {
            return "its path is relative; give an absolute one, or a name to look up in PATH"
        }
        for (index, argument) in ([program] + arguments).enumerated() where argument.hasNUL {
            return "argument \(index) contains a zero byte"
        }
        if directory?.hasNUL == true { return "its directory contains a zero byte" }
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
            if name.isEmpty || name.hasNUL || name.utf8.contains(UInt8(ascii: "=")) {
                return "'\(name.shown)' cannot be the name of a variable"
            }
            if value.hasNUL { return "variable '\(name.shown)' contains a zero byte" }
        }
        return nil
    }
}

extension String {
    fileprivate var hasNUL: Bool { utf8.contains(0) }

    fileprivate var shown: String { String(prefix(60).printable) }
}
