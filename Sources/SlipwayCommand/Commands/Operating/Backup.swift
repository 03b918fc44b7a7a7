internal import ArgumentParser
internal import Glibc
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem

/// `slipway backup` copies the stored launch actions to a file.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "backup",
        abstract: "Copy the stored launch actions to a file.",
        discussion: """
            The file is an SQLite database as it was at one moment, which only its owner may read: \
            payloads are private. A file of that name is kept, but '--force' replaces it, once the copy \
            is whole; '-' is standard output. No file of the service's own state directory is taken. To go \
            back to a copy, stop the service, and put it in place of 'slipway-actions.db' in the state \
            directory, without the '-wal' beside that, with the owner that it had. Takes the right \
            to operate.
            """
    )

    @Argument(
        help: ArgumentHelp("Where to put the copy.", valueName: "file"),
        completion: .file()
    )
    var file: String

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try Validation.checkFilled("FILE", file, "give a path")
        if isForOutput, output.json {
            throw ValidationError(
                "'-' is the copy itself on standard output; '--json' goes with a file."
            )
        }
    }

    func run() throws {
        if isForOutput, isatty(Output.standard.descriptor) == 1 {
            throw CommandFailure.usage(
                "this is not for a terminal; 'slipway backup FILE' writes it to a file"
            )
        }
        let client = try connection.control()
        let copy: OutputFile
        do {
            copy = try OutputFile(file, .exactly(0o600), keeping: !force)
        } catch let failure as WholeFile.Failure where failure.reason == .exists {
            throw CommandFailure.no("\(failure); '--force' replaces it")
        }
        var part = try client.call(Method.Backup(), timeout: nil)
        // A copy among the files of the state directory would be taken for stored actions, or for a
        // lock.
        if let folder = part.folder.flatMap({ FileIdentity($0) }), copy.isInside(folder) {
            throw CommandFailure.cannot(
                "cannot write \(file): it is in the state directory of the service; name another place"
            )
        }
        try copy.write(part.bytes)
        while part.end < part.size {
            part = try client.call(Method.Backup(part.backup, offset: part.end))
            guard !part.bytes.isEmpty else {
                throw CommandFailure.cannot("the copy ended early; begin anew")
            }
            try copy.write(part.bytes)
        }
        try copy.finish()
        guard !isForOutput else { return }
        try output.print(
            json: ["file": .string(file), "size": .integer(Int64(part.size))],
            text: "\(part.size) bytes in \(file)"
        )
    }

    private var isForOutput: Bool { OutputFile.named(file) == nil }
}
