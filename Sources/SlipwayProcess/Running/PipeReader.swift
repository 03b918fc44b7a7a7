internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Reads a pipe to its end.
@Loop
final class PipeReader {
    /// Shared by all readers: bytes are handed on before the next read.
    private static var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    private var descriptor: Int32
    private var watch: DescriptorWatch?
    // Released at the end, because they refer to the reader's owner.
    private var take: (@Loop (ArraySlice<UInt8>) -> Void)?
    private var ended: (@Loop () -> Void)?

    /// Starts to read; owns the descriptor unless this throws.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to read from, which this sets to non-blocking.
    ///   - take: Gets the bytes; must not hold on to the slice.
    ///   - ended: Called at the end of the pipe, when every writer is gone.
    /// - Throws: The descriptor cannot be watched.
    init(
        _ descriptor: Int32,
        take: @escaping @Loop (ArraySlice<UInt8>) -> Void,
        ended: @escaping @Loop () -> Void = {}
    ) throws(LoopError) {
        self.descriptor = descriptor
        self.take = take
        self.ended = ended
        _ = slipway_set_nonblocking(descriptor)
        watch = try DescriptorWatch(descriptor, for: .readable) { [self] _ in _ = read() }
    }

    /// Reads the available bytes, at most `limit` and one buffer.
    func drain(upTo limit: Int) {
        var count = 0
        while count < limit, descriptor >= 0 {
            let read = read()
            guard read > 0 else { return }
            count += read
        }
    }

    /// Leaves the bytes in the pipe, so that its writers block when it is full.
    var isPaused: Bool = false {
        didSet {
            guard isPaused != oldValue, descriptor >= 0 else { return }
            // An ended pipe is always ready: even a watch for nothing would keep the loop busy.
            watch?.cancel()
            watch = nil
            guard !isPaused else { return }
            watch = try? DescriptorWatch(descriptor, for: .readable) { [self] _ in _ = read() }
            if watch == nil { close() }
        }
    }

    /// Stops reading; later writers get SIGPIPE.
    func close() {
        guard descriptor >= 0 else { return }
        watch?.cancel()
        watch = nil
        take = nil
        ended = nil
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Reads once; returns the number of bytes, 0 at the end and when none are available.
    private func read() -> Int {
        guard descriptor >= 0 else { return 0 }
        let size = Self.buffer.count
        let count = Self.buffer.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, size)
        }
        if count > 0 {
            take?(Self.buffer[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            let ended = ended
            close()
            ended?()
        }
        return max(0, count)
    }
}
