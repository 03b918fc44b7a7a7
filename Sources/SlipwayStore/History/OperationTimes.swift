internal import Slipway

/// The times of operations as bytes: of each a byte of flags, then the numbers that it announces.
///
/// A number is in groups of seven bits, the lowest first; a further group follows where the eighth
/// bit is set. Its lowest bit is its sign. The instants at which an operation was ready, started
/// and ended are microseconds since the one before, and the first since the start of the process.
struct OperationTimes {
    private struct Flags: OptionSet {
        let rawValue: UInt8

        /// The operation succeeded, and the flags and numbers tell all of it.
        static let isWhole = Flags(rawValue: 1)
        static let hasReady = Flags(rawValue: 2)
        static let hasStarted = Flags(rawValue: 4)
        static let hasEnded = Flags(rawValue: 8)
        /// A number follows: the position of the operation that made room in the queue for this
        /// one.
        static let isReleased = Flags(rawValue: 16)
        /// One attempt was counted: `attempt` is 1.
        static let hasAttempt = Flags(rawValue: 32)
        /// The list of attempts has only the first, which took all of the time and succeeded.
        static let tellsAttempt = Flags(rawValue: 64)
        /// The operation succeeded.
        static let succeeded = Flags(rawValue: 128)
    }

    private(set) var bytes: [UInt8]
    private let start: Instant
    /// The operations in the order of the declarations.
    private let operations: [OperationStatus]
    /// The position of each operation in that order, by its name; only for writing.
    private var positions: [String: Int] = [:]
    /// The next byte that is read.
    private var position = 0

    /// Times of a report, to which its operations are added.
    init(of report: Report) {
        (bytes, start, operations) = ([], report.processStart, report.operations)
        positions = report.operations.enumerated().map { ($1.name, $0) }.keyed()
        bytes.reserveCapacity(report.operations.count * 8)
    }

    /// Times that were written, to be read operation by operation.
    init(_ bytes: [UInt8], _ start: Instant, _ declared: [OperationStatus]) {
        (self.bytes, self.start, operations) = (bytes, start, declared)
    }
}

/// Writing.
extension OperationTimes {
    /// Adds an operation.
    ///
    /// - Returns: Whether the bytes tell all of it.
    mutating func add(_ operation: OperationStatus) -> Bool {
        var flags = Flags()
        if operation.outcome == .succeeded { flags.insert(.succeeded) }
        if operation.readyAt != nil { flags.insert(.hasReady) }
        if operation.startedAt != nil { flags.insert(.hasStarted) }
        if operation.endedAt != nil { flags.insert(.hasEnded) }
        let releaser = operation.releasedBy.flatMap { positions[$0] }
        if releaser != nil { flags.insert(.isReleased) }
        if operation.attempt == 1 { flags.insert(.hasAttempt) }
        if operation.hasOnlyAttempt { flags.insert(.tellsAttempt) }
        if operation.isPlain, (releaser == nil) == (operation.releasedBy == nil) {
            flags.insert(.isWhole)
        }
        bytes.append(flags.rawValue)
        var before: Int64 = 0
        for instant in [operation.readyAt, operation.startedAt, operation.endedAt] {
            guard let instant else { continue }
            let offset = (instant.nanoseconds &- start.nanoseconds) / 1000
            write(offset &- before)
            before = offset
        }
        if let releaser { write(Int64(releaser)) }
        return flags.contains(.isWhole)
    }

    private mutating func write(_ number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reading.
extension OperationTimes {
    /// The next operation; `nil` at the end.
    ///
    /// - Throws: The bytes are damaged.
    mutating func next(
        _ declaration: OperationStatus
    ) throws(DamagedRecord) -> (operation: OperationStatus, isWhole: Bool)? {
        guard position < bytes.count else { return nil }
        let flags = Flags(rawValue: bytes[position])
        position += 1
        var operation = declaration
        var offset: Int64 = 0
        if flags.contains(.hasReady) { operation.readyAt = try instant(&offset) }
        if flags.contains(.hasStarted) { operation.startedAt = try instant(&offset) }
        if flags.contains(.hasEnded) { operation.endedAt = try instant(&offset) }
        if flags.contains(.succeeded) { operation.state = .ended(.succeeded) }
        if flags.contains(.isReleased) {
            let releaser = try number()
            guard releaser >= 0, releaser < operations.count else {
                throw DamagedRecord("there is no operation \(releaser)")
            }
            operation.releasedBy = operations[Int(releaser)].name
        }
        if flags.contains(.hasAttempt) { operation.attempt = 1 }
        if flags.contains(.tellsAttempt),
            let start = operation.startedAt, let end = operation.endedAt
        {
            operation.attempts = [.init(number: 1, startedAt: start, endedAt: end)]
        }
        return (operation, flags.contains(.isWhole))
    }

    private mutating func instant(_ offset: inout Int64) throws(DamagedRecord) -> Instant {
        offset &+= try number()
        return Instant(nanoseconds: start.nanoseconds &+ offset &* 1000)
    }

    private mutating func number() throws(DamagedRecord) -> Int64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 {
                return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
            }
            shift += 7
        }
        throw DamagedRecord("the times have no end")
    }
}

extension OperationStatus {
    /// There is one attempt, which took all of the time of the operation and succeeded.
    fileprivate var hasOnlyAttempt: Bool {
        guard let startedAt, let endedAt else { return false }
        return attempts == [Attempt(number: 1, startedAt: startedAt, endedAt: endedAt)]
    }

    /// The operation succeeded, and nothing else is to be told of it.
    fileprivate var isPlain: Bool {
        outcome == .succeeded && lockWait == nil && attempt <= 1
            && (attempts.isEmpty || hasOnlyAttempt) && attemptStartedAt == nil && fallback == nil
            && obstacle == nil
    }
}
