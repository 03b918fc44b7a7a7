import Glibc

/// Why a program that the kernel refused to run cannot be run.
///
/// Asked only afterwards: the process library reports every cause as "not found", and looking
/// before starting would cost each child and still race.
func reasonNotRunnable(_ program: String, in directory: String?, path: String?) -> String {
    guard !program.utf8.contains(UInt8(ascii: "/")) else {
        let isRelative = program.utf8.first != UInt8(ascii: "/")
        return reasonNotRunnable(at: isRelative ? "\(directory ?? ".")/\(program)" : program)
    }
    for folder in (path ?? "").split(separator: ":") where access("\(folder)/\(program)", F_OK) == 0
    {
        return reasonNotRunnable(at: "\(folder)/\(program)")
    }
    return "\(systemErrorText(ENOENT)); PATH is '\(path ?? "")'"
}

private func reasonNotRunnable(at path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return systemErrorText(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { return systemErrorText(EISDIR) }
    if access(path, X_OK) != 0 { return "\(systemErrorText(errno)); is it executable?" }
    return "\(systemErrorText(ENOENT)); the interpreter that its first line names is missing"
}
