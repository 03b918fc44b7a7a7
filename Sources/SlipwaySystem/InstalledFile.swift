internal import Glibc

/// Finds the files that were installed with this program: below its prefix, wherever that is.
package enum InstalledFile {
    /// The prefix of packages.
    private static let usualPrefix = "/usr"

    /// The path of a file.
    ///
    /// - Parameter name: Its path below the prefix, such as `share/doc/slipway/README.md`.
    /// - Returns: Where it is, or where a package puts it: a program may be run where it was built.
    package static func path(of name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        return path(of: name, besides: program) { access($0, R_OK) == 0 }
    }

    /// The path of a file that was installed with a program.
    static func path(
        of name: String,
        besides program: String,
        isThere: (String) -> Bool
    ) -> String {
        // The program is PREFIX/bin/NAME.
        let prefix = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        let path = "\(prefix)/\(name)"
        return isThere(path) ? path : "\(usualPrefix)/\(name)"
    }
}
