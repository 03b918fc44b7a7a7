internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// A report in the few bytes in which the history stores it.
///
/// The declarations of operations are the same from launch to launch: they are a text of their own,
/// stored once. An operation that just succeeded has a byte of flags and two or three small
/// numbers; only others are written out. Operations that were added on demand are left out: they
/// are no part of how the launch began, and there may be thousands of them.
struct PackedReport: Hashable, Sendable {
    /// The declarations of the operations: a JSON array of the type `Operation`.
    let declarations: String
    /// The report as JSON, with only those operations of which the times do not tell all.
    let head: String
    /// The times of the operations, in the order of the declarations; see ``OperationTimes``.
    let times: [UInt8]

    /// The most actions, the last ones, that are stored of a launch.
    static let actionLimit = 64

    /// Packs a report: instants are rounded down to microseconds, and of many actions only the last
    /// are taken.
    init(_ report: Report) {
        var report = report
        report.operations.removeAll(where: \.isOnDemand)
        var head = report
        head.actions = Array(report.actions.suffix(Self.actionLimit))
        head.operations = []
        var times = OperationTimes(of: report)
        for operation in report.operations where !times.add(operation) {
            head.operations.append(operation)
        }
        declarations = JSON.array(report.operations.map { $0.declaration.json() }).compact
        self.head = head.json.compact
        self.times = times.bytes
    }

    init(declarations: String, head: String, times: [UInt8]) {
        self.declarations = declarations
        self.head = head
        self.times = times
    }

    /// Reads declarations.
    static func operations(of declarations: String) throws -> [OperationStatus] {
        let json = try JSON(parsing: declarations)
        return try (json.arrayValue ?? []).map { try OperationStatus($0) }
    }

    /// The report.
    ///
    /// - Parameter declared: What ``operations(of:)`` gave for its declarations.
    /// - Returns: The report, but for fractions of microseconds.
    /// - Throws: The report is damaged.
    func report(_ declared: [OperationStatus]) throws -> Report {
        var report = try Report(try JSON(parsing: head))
        guard !declared.isEmpty else { return report }
        let others = report.operations.keyed(by: \.name)
        var times = OperationTimes(times, report.processStart, declared)
        report.operations = try declared.map { operation in
            guard let read = try times.next(operation) else {
                throw DamagedRecord("the times end early")
            }
            return read.isWhole ? read.operation : others[operation.name] ?? read.operation
        }
        return report
    }
}

/// A record of the history that cannot be read.
struct DamagedRecord: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ words: String) { description = words }
}

extension OperationStatus {
    /// The operation before anything of it is known.
    fileprivate var declaration: OperationStatus {
        var before = OperationStatus(
            name: declared.name,
            queue: declared.queue,
            isOptional: declared.isOptional,
            requires: declared.requires,
            after: declared.after,
            timeout: declared.timeout,
            stage: stage,
            group: declared.group,
            isGroup: declared.isGroup,
            attemptLimit: declared.attemptLimit
        )
        (before.locks, before.priority, before.condition) = (
            declared.locks, declared.priority, declared.condition
        )
        before.addedAs = declared.addedAs
        return before
    }
}
