internal import CSlipwayProcess
internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Reads a pipe to its end, as its writers write.
@Loop
final class PipeReader {
    /// Shared by all: what is read is handed on before anything else is.
    private static var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    private var descriptor: Int32
    private var watch: DescriptorWatch?
    // Let go of at the end, and with them the reader's owner, which they refer to.
    private var take: (@Loop (ArraySlice<UInt8>) -> Void)?
    private var ended: (@Loop () -> Void)?

    /// Begins to read; owns the descriptor from here on, unless this throws.
    ///
    /// - Parameters:
    ///   - descriptor: The reading end; set not to block here.
    ///   - take: Gets what was read; must not keep the slice.
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

    /// Reads what is there, at most `limit` bytes and one buffer.
    func drain(upTo limit: Int) {
        var count = 0
        while count < limit, descriptor >= 0 {
            let read = read()
            guard read > 0 else { return }
            count += read
        }
    }

    /// Leaves what comes in the pipe, so that its writers wait once it is full.
    var isPaused: Bool = false {
        didSet {
            guard isPaused != oldValue, descriptor >= 0 else { return }
            // An ended pipe is always ready: watched for nothing, it would keep the loop busy.
            watch?.cancel()
            watch = nil
            guard !isPaused else { return }
            watch = try? DescriptorWatch(descriptor, for: .readable) { [self] _ in _ = read() }
            if watch == nil { close() }
        }
    }

    /// Reads no more; who writes from now on gets SIGPIPE.
    func close() {
        guard descriptor >= 0 else { return }
        watch?.cancel()
        watch = nil
        take = nil
        ended = nil
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Reads once; how many bytes, 0 at the end and when nothing is there.
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
