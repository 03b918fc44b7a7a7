/// The place where something was declared: a line of Swift, or of a configuration file.
public struct Origin: Hashable, Sendable {
    /// The file, as the user knows it.
    public let file: String
    /// The line, from 1; 0 when unknown.
    public let line: Int
    /// The column, from 1; 0 when unknown.
    public let column: Int

    /// Creates a place in a file.
    public init(file: String, line: Int, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place of what no file declares.
    package static let nowhere = Origin(file: "", line: 0)
}

extension Origin: CustomStringConvertible {
    /// `file:line:column`, as compilers and editors write it; unknown parts are left out.
    public var description: String {
        [file, line > 0 ? "\(line)" : "", column > 0 ? "\(column)" : ""]
            .filter { !$0.isEmpty }
            .joined(separator: ":")
    }
}
