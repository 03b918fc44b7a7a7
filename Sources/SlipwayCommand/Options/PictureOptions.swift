internal import ArgumentParser
internal import Glibc
internal import SlipwaySystem

/// The place of a picture: a file, or standard output where that is no terminal.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file, once all of it is there (default: standard output).",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        try Validation.checkFilled("--output", output, "give a file")
    }

    /// Refuses to fill a terminal, before anything is asked for.
    ///
    /// - Parameters:
    ///   - command: The command with its arguments, as in `plot --html`.
    ///   - ending: The end of the name of a file that would hold it.
    /// - Throws: ``CommandFailure``.
    func check(_ command: String, ending: String) throws {
        guard file == nil, isatty(Output.standard.descriptor) == 1 else { return }
        throw CommandFailure.usage(
            "this is not for a terminal; 'slipway \(command) --output FILE.\(ending)' writes it to a file, "
                + "and so does '>FILE.\(ending)'"
        )
    }

    /// Writes it; blocks.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written; ``OutputClosed``.
    func write(_ picture: String) throws {
        let text = picture + "\n"
        guard let file else { return try Output.standard.write(text) }
        let kept = try Self.kept(file)
        guard let descriptor = kept.descriptor else {
            let new = try ReplacedFile(replacing: kept.path)
            try new.write(Array(text.utf8))
            return try new.finish()
        }
        defer { close(descriptor) }
        try Output(descriptor: descriptor).write(text)
    }

    /// `-` is standard output, as for all that reads and writes.
    private var file: String? { output == "-" ? nil : output }

    /// The file behind links; a device or a pipe, which must stay what it is, is open.
    private static func kept(_ path: String) throws -> (path: String, descriptor: Int32?) {
        var status = stat()
        guard stat(path, &status) == 0 else { return (path, nil) }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard let real = realpath(path, nil) else { return (path, nil) }
            defer { free(real) }
            return (String(cString: real), nil)
        case S_IFDIR: throw CommandFailure.cannot("cannot write \(path): it is a directory")
        default:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw CommandFailure.cannot("cannot write \(path): \(ErrorNumber.current)")
            }
            return (path, descriptor)
        }
    }
}
