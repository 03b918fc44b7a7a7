internal import Glibc
internal import SlipwaySystem

/// A descriptor to read from.
struct Input: Sendable {
    /// The input of a command; tests replace it.
    @TaskLocal static var standard = Input(descriptor: STDIN_FILENO)

    let descriptor: Int32
    /// The name of the input in messages.
    var name = "standard input"

    /// Reads a file, or a pipe that stands in its place; blocks until its end.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The name of the file in messages.
    ///   - limit: The most bytes that are accepted.
    /// - Returns: The bytes, at most `limit`.
    /// - Throws: When there are more, or they cannot be read.
    static func bytes(
        of path: String,
        named name: String,
        limit: Int
    ) throws(CommandFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannot("cannot read \(name): \(ErrorNumber.current)")
        }
        defer { close(descriptor) }
        return try Input(descriptor: descriptor, name: name).bytes(limit: limit)
    }

    /// Reads everything up to the end; blocks until then.
    ///
    /// - Parameter limit: The most bytes that are accepted.
    /// - Returns: The bytes, at most `limit`.
    /// - Throws: When there are more, or they cannot be read.
    func bytes(limit: Int) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(ErrorNumber) { bytes = try self.bytes(upTo: limit + 1) } catch {
            throw .cannot("cannot read \(name): \(error)")
        }
        guard bytes.count <= limit else {
            let message = "cannot take \(name): it is longer than \(limit) bytes"
            throw CommandFailure(exitCode: CommandFailure.usage, message: message)
        }
        return bytes
    }

    /// Reads up to the end, but at most so many bytes; blocks until then.
    func bytes(upTo most: Int) throws(ErrorNumber) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < most {
            let wanted = min(chunk.count, most - bytes.count)
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw .current
            }
        }
        return bytes
    }
}
