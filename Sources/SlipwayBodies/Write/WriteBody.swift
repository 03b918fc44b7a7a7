internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// A `write` body with every template filled in.
struct WriteBody {
    private let path: String
    /// The path in messages.
    private let name: String
    private let content: [UInt8]
    private let permissions: WholeFile.Permissions
    private let owner: WriteSpecification.Owner?

    init(_ specification: WriteSpecification, values: TemplateValues) throws {
        path = try specification.path.render(values)
        content = Array(try specification.content.render(values).utf8)
        name = try specification.path.name(values)
        guard path.hasPrefix("/") else { throw WriteError(name, "not an absolute path") }
        guard !path.hasSuffix("/") else { throw WriteError(name, "the path of a folder") }
        guard content.count <= bodyOutputLimit else {
            throw WriteError(name, "its content is longer than \(bodyOutputLimit) bytes")
        }
        permissions =
            switch specification.mode {
            case let mode?: .exactly(mode)
            case nil where specification.isSecret: .exactly(WriteSpecification.secretMode)
            case nil: .atMost(WriteSpecification.usualMode)
            }
        owner = specification.owner
    }

    /// Writes the file on a thread of its own: a disk, or a server of users, may be slow.
    ///
    /// Returns once that thread is done, also when the task is cancelled: until the file has its
    /// name, a cancelled write leaves everything as it was.
    ///
    /// - Throws: ``WriteError``, or `CancellationError`.
    func run() async throws {
        let cancelled = CancelledWrite()
        let answer = Promise<Result<Void, any Error>>()
        // The handler is set before the thread begins: in a task that is cancelled already, it runs
        // first.
        let result = try await withTaskCancellationHandler {
            do throws(Thread.Refusal) {
                try Thread("slipway-write", blocking: .full) { [self] in
                    answer.resolve(Result { try write(unless: cancelled) })
                }
            } catch {
                throw WriteError(name, "\(error)")
            }
            return await answer.value()
        } onCancel: {
            cancelled.set()
        }
        try result.get()
    }

    private func write(unless cancelled: CancelledWrite) throws {
        let user = try owner.map { try number($0.user, "user", UserDatabase.user(named:)) }
        let group = try owner?.group.map { try number($0, "group", UserDatabase.group(named:)) }
        do throws(WholeFile.Failure) {
            let file = try WholeFile(at: path, permissions, waitsForReader: false)
            try file.write(content) { cancelled.isSet }
            try file.give(to: user, group: group)
            if !cancelled.isSet { return try file.finish() }
        } catch {
            throw WriteError(name, "\(error.reason)")
        }
        throw CancellationError()
    }

    /// The number of a user or group that is named, or is given as a number.
    private func number(
        _ text: String,
        _ word: String,
        _ look: (String) throws(ErrorNumber) -> UInt32?
    ) throws(WriteError) -> UInt32 {
        // The kernel reads the greatest number as "leave it".
        if let number = UInt32(text), number < .max { return number }
        do throws(ErrorNumber) {
            if let number = try look(text) { return number }
        } catch {
            throw WriteError(name, "cannot look up \(word) \(Quoting.quoted(text)): \(error)")
        }
        throw WriteError(name, "no \(word) is named \(Quoting.quoted(text))")
    }
}

/// A note that a write has been cancelled.
private final class CancelledWrite: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
