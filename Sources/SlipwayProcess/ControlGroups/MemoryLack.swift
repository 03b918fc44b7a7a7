internal import Slipway

/// The memory that ran out when the kernel killed a process.
package enum MemoryLack: Hashable, Sendable {
    /// The program reached its `memoryMax`, in bytes; `nil` if that has been lifted since.
    case ofItsOwn(UInt64?)
    /// The memory of the service as a whole, or of the machine, ran out.
    case around
}

extension MemoryLack: CustomStringConvertible {
    /// A clause: `its memory reached memoryMax (256M)`.
    package var description: String {
        switch self {
        case .ofItsOwn(let limit?): "its memory reached memoryMax (\(ByteCount.text(limit)))"
        case .ofItsOwn(nil): "its memory reached memoryMax"
        case .around: "the memory of the service or of the machine ran out"
        }
    }
}
