internal import ArgumentParser
internal import Glibc

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
    ///   - ending: The suffix of a file for the picture: `svg`.
    /// - Throws: ``CommandFailure``.
    func check(_ command: String, ending: String) throws {
        guard OutputFile.named(output) == nil, isatty(Output.standard.descriptor) == 1 else {
            return
        }
        throw CommandFailure.usage(
            "this is not for a terminal; 'slipway \(command) --output FILE.\(ending)' writes it to a file, "
                + "and so does '>FILE.\(ending)'"
        )
    }

    /// Writes the picture; blocks.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written; ``OutputClosed``.
    func write(_ picture: String) throws {
        let file = try OutputFile(output)
        try file.write(picture + "\n")
        try file.finish()
    }
}
