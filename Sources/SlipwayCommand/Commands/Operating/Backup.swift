internal import ArgumentParser
internal import Glibc
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem

/// `slipway backup` copies what the service has stored.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the stored launch actions to a file.",
        discussion: """
            The file is an SQLite database as it was at one moment, which only its owner may read: \
            payloads are private. A file of that name is replaced once the copy is whole. To go \
            back to it, stop the service, and put it in place of 'slipway-actions.db' in the state \
            directory, without the '-wal' beside that, with the owner that it had. Takes the right \
            to operate.
            """
    )

    @Argument(
        help: ArgumentHelp("Where to put the copy.", valueName: "file"),
        completion: .file()
    )
    var file: String

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.control()
        let copy = try ReplacedFile(replacing: file, mode: 0o600)
        var part = try client.call(Method.Backup(), timeout: nil)
        try copy.write(part.bytes)
        while part.end < part.size {
            part = try client.call(Method.Backup(part.backup, offset: part.end))
            guard !part.bytes.isEmpty else {
                throw CommandFailure.cannot("the copy ended early; begin anew")
            }
            try copy.write(part.bytes)
        }
        try copy.finish()
        try output.print(
            json: ["file": .string(file), "size": .integer(Int64(part.size))],
            text: "\(part.size) bytes in \(file)"
        )
    }
}
