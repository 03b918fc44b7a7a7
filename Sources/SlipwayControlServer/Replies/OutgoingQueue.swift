internal import Glibc
internal import SlipwaySystem

/// Replies on their way into a socket, in order; a reply is held until all its bytes are sent.
struct OutgoingQueue {
    /// The result of sending.
    enum Progress: Hashable {
        case sent
        /// The socket takes no more bytes now.
        case blocked
        /// The peer is gone, or the kernel is out of memory.
        case failed(ErrorNumber)
    }

    /// The number of replies that one system call takes.
    private static let batch = 64

    /// The unsent replies; a partly sent one counts as a whole.
    private(set) var backlog: ReplyBacklog
    /// The number of bytes that were sent in all.
    private(set) var sentBytes = 0

    /// The unsent replies that are large enough to be counted one by one.
    private(set) var large: [SharedFrame] = []
    private var frames: [SharedFrame?] = []
    /// The first frame that is not sent completely, and how much of it is sent.
    private var first = 0
    private var offset = 0

    init(limit: Int) { backlog = ReplyBacklog(limit: limit) }

    var isEmpty: Bool { first == frames.count }

    mutating func append(_ frame: SharedFrame) {
        frames.append(frame)
        backlog.add(frame.count)
        if frame.isLarge { large.append(frame) }
    }

    mutating func removeAll() {
        self = OutgoingQueue(limit: backlog.limit)
    }

    /// Sends as much as the socket takes; never blocks.
    mutating func send(to descriptor: Int32) -> Progress {
        while !isEmpty {
            let count = sendBatch(to: descriptor)
            if count >= 0 {
                take(count)
                continue
            }
            switch errno {
            case EAGAIN: return .blocked
            case EINTR: continue
            default: return .failed(.current)
            }
        }
        return .sent
    }

    private func sendBatch(to descriptor: Int32) -> Int {
        var parts: [iovec] = []
        parts.reserveCapacity(min(frames.count - first, Self.batch))
        for frame in frames[first...].prefix(Self.batch) {
            guard let frame else { continue }
            parts.append(frame.part(from: parts.isEmpty ? offset : 0))
        }
        return parts.withUnsafeMutableBufferPointer { parts in
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = parts.count
            return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
    }

    /// Removes the bytes that the socket took.
    private mutating func take(_ count: Int) {
        sentBytes += count
        offset += count
        while first < frames.count, let frame = frames[first], offset >= frame.count {
            offset -= frame.count
            backlog.remove(frame.count)
            if frame.isLarge { large.removeFirst() }
            frames[first] = nil
            first += 1
        }
        if isEmpty {
            frames.removeAll(keepingCapacity: frames.capacity <= Self.batch)
            first = 0
        } else if first > max(Self.batch, frames.count / 2) {
            frames.removeSubrange(..<first)
            first = 0
        }
    }
}
