internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

extension Report {
    /// Reads a launch that was stored as JSON: what `slipway call GetReport` or
    /// `slipway status --json` printed; blocks.
    ///
    /// - Parameter path: The path, or `-` for standard input.
    /// - Throws: ``CommandFailure``: the file is no report, or cannot be read.
    init(file path: String) throws {
        let limit = 64 << 20
        let name = path == "-" ? "standard input" : "'\(path)'"
        let bytes =
            path == "-"
            ? try Input.standard.bytes(limit: limit)
            : try Input.bytes(of: path, named: name, limit: limit)
        let json: JSON
        do throws(JSONError) { json = try JSON(document: bytes) } catch {
            throw CommandFailure.usage("\(name) is no report: \(error.description)")
        }
        do throws(JSONFieldError) { self = try Report(json["launch"] ?? json) } catch {
            throw CommandFailure.usage(
                "\(name) is no report of a launch: \(error); write one with 'slipway call GetReport'"
            )
        }
    }
}
