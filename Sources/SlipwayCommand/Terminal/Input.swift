internal import Glibc
internal import SlipwaySystem

/// A descriptor to read from.
struct Input {
    static let standard = Input(descriptor: STDIN_FILENO)

    let descriptor: Int32
    /// Its name in messages.
    var name = "standard input"

    /// Reads everything up to the end; blocks until then.
    ///
    /// - Parameter limit: The most bytes that are accepted.
    /// - Returns: The bytes, at most `limit`.
    /// - Throws: When there are more, or they cannot be read.
    func bytes(limit: Int) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw .cannot("cannot read \(name): \(ErrorNumber.current)")
            }
        }
        let message = "cannot take \(name): it is longer than \(limit) bytes"
        throw CommandFailure(exitCode: CommandFailure.usage, message: message)
    }
}
