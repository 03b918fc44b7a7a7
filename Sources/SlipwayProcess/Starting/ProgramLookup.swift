internal import Glibc
internal import Slipway
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
    return "\(ErrorNumber(ENOENT)); PATH is '\(path ?? "")'\(adviceOnWords(of: program))"
}

/// `; a list has one argument an item: [echo, hi]`, or nothing.
private func adviceOnWords(of program: String) -> String {
    CommandWords.advice(on: program).map { "; \($0.printable)" } ?? ""
}

/// Why the kernel does not know the format of a program's file.
func formatFault(_ program: String, path: String?) -> String {
    let isPath = program.utf8.contains(UInt8(ascii: "/"))
    let places = isPath ? [program] : foldersOfPrograms(path).map { "\($0)/\(program)" }
    let place = places.first { access($0, X_OK) == 0 } ?? program
    return ProgramFile(path: place)?.formatFault.printable ?? "it is no program"
}

private func reasonNotRunnable(at path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else {
        return "\(ErrorNumber.current)\(adviceOnWords(of: path))"
    }
    if status.st_mode & S_IFMT == S_IFDIR { return "\(ErrorNumber(EISDIR))" }
    if access(path, X_OK) != 0 { return "\(ErrorNumber.current); is it executable?" }
    let fault = ProgramFile(path: path)?.interpreterFault.printable
    return "\(ErrorNumber(ENOENT)); \(fault ?? "what its first line names is missing")"
}
