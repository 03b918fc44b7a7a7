internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// The buffer for reads: one for all connections, as only one reads at a time.
@Loop
final class ReadBuffer {
    /// The result of a read.
    enum Result {
        case bytes(ArraySlice<UInt8>)
        case end
        case nothingYet
        case failed(ErrorNumber)
    }

    private var bytes = [UInt8](repeating: 0, count: 64 * 1024)

    func read(from descriptor: Int32) -> Result {
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(bytes[..<count]) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothingYet
            default: return .failed(.current)
            }
        }
    }
}
