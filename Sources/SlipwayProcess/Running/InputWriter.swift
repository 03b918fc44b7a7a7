internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop

/// Writes a child's standard input, as fast as the child reads it.
@Loop
final class InputWriter {
    private var descriptor: Int32
    private var rest: ArraySlice<UInt8>
    private var watch: DescriptorWatch?

    /// Begins to write; owns the descriptor from here on, unless this throws.
    init(_ bytes: [UInt8], to descriptor: Int32) throws(LoopError) {
        self.descriptor = descriptor
        rest = bytes[...]
        _ = slipway_set_nonblocking(descriptor)
        watch = try DescriptorWatch(descriptor, for: .writable) { [self] _ in write() }
        write()
    }

    /// Stops writing: the child has ended, or has got everything.
    func close() {
        guard descriptor >= 0 else { return }
        watch?.cancel()
        watch = nil
        Glibc.close(descriptor)
        descriptor = -1
        rest = []
    }

    private func write() {
        while descriptor >= 0, !rest.isEmpty {
            // The loop's thread blocks every signal, including SIGPIPE.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            // A child need not read its input.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close()
    }
}
