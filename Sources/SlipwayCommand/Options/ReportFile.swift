internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwaySystem
internal import SlipwayVarlink

/// A file with a report that somebody has kept or sent: the answer of `slipway call GetReport`, or what
/// `slipway status --json` prints.
struct ReportFile {
    /// Its path; `-` is standard input.
    let path: String

    /// The most bytes that are read: some 100,000 operations.
    private static let limit = 64 << 20

    /// Reads it; blocks.
    ///
    /// - Throws: ``CommandFailure``: what is wrong with it, and where.
    func report() throws(CommandFailure) -> Report {
        let bytes = try bytes()
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw .cannot(
                "cannot read \(name): \(error); it is to be what 'slipway call GetReport' prints"
            )
        }
        do throws(JSONFieldError) {
            return try Report(json["launch"] ?? json)
        } catch {
            throw .cannot(
                "\(name) is no report: \(error); it is to be what 'slipway call GetReport' prints"
            )
        }
    }

    private var name: String { path == "-" ? Input.standard.name : path }

    private func bytes() throws(CommandFailure) -> [UInt8] {
        guard path != "-" else { return try Input.standard.bytes(limit: Self.limit) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannot("cannot read \(path): \(ErrorNumber.current)") }
        defer { close(descriptor) }
        return try Input(descriptor: descriptor, name: path).bytes(limit: Self.limit)
    }
}
