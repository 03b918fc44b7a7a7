internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// A report of a launch that was kept as JSON: what `slipway call GetReport` or `slipway status --json`
/// printed.
struct ReportFile {
    /// The path, or `-` for standard input.
    let path: String

    /// The most bytes of a report.
    private static let limit = 64 << 20

    /// Reads the report; blocks.
    func report() throws -> Report {
        let bytes = try bytes()
        let json: JSON
        do throws(JSONError) { json = try JSON(document: bytes) } catch {
            throw CommandFailure.usage("\(name) is no report: \(error.description)")
        }
        do throws(JSONFieldError) {
            return try Report(json["launch"] ?? json)
        } catch {
            throw CommandFailure.usage(
                "\(name) is no report of a launch: \(error); write one with 'slipway call GetReport'"
            )
        }
    }

    private var name: String { path == "-" ? "standard input" : "'\(path)'" }

    private func bytes() throws -> [UInt8] {
        guard path != "-" else { return try Input.standard.bytes(limit: Self.limit) }
        return try Input.bytes(of: path, named: name, limit: Self.limit)
    }
}
