import Foundation

@testable import SlipwayCommand

/// A file without a name that keeps the output.
final class CapturedOutput {
    private let descriptor: Int32

    init() throws {
        var name = Array("\(FileManager.default.temporaryDirectory.path)/output-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        unlink(name)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }

    var output: Output { Output(descriptor: descriptor) }

    var text: String {
        var bytes = [UInt8](repeating: 0, count: 1024 * 1024)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Runs the command in this process, with what it writes.
    static func run(
        _ arguments: [String],
        reading input: Int32 = STDIN_FILENO
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let output = try CapturedOutput()
        let errors = try CapturedOutput()
        let exitCode = Input.$standard.withValue(Input(descriptor: input)) {
            Output.$standard.withValue(output.output) {
                Output.$error.withValue(errors.output) { Root.run(arguments) }
            }
        }
        return (exitCode, output.text, errors.text)
    }
}
