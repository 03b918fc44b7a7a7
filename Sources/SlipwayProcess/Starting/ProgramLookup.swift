internal import Glibc
internal import SlipwaySystem

/// The absolute folders in a PATH: a relative one depends on the child's directory, which a sender
/// or a value may choose.
func foldersOfPrograms(_ path: String?) -> [Substring] {
    (path ?? "").split(separator: ":").filter { $0.utf8.first == UInt8(ascii: "/") }
}

/// Why the kernel refused to run a program.
///
/// Computed only afterwards: a check before the start would cost time for each child, and still
/// race.
func reasonNotRunnable(_ program: String, path: String?) -> String {
    guard !program.utf8.contains(UInt8(ascii: "/")) else {
        return reasonNotRunnable(at: program)
    }
    for folder in foldersOfPrograms(path) where access("\(folder)/\(program)", F_OK) == 0 {
        return reasonNotRunnable(at: "\(folder)/\(program)")
    }
    return "\(ErrorNumber(ENOENT)); PATH is '\(path ?? "")'"
}

private func reasonNotRunnable(at path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(ErrorNumber.current)" }
    if status.st_mode & S_IFMT == S_IFDIR { return "\(ErrorNumber(EISDIR))" }
    if access(path, X_OK) != 0 { return "\(ErrorNumber.current); is it executable?" }
    return "\(ErrorNumber(ENOENT)); the interpreter that its first line names is missing"
}
