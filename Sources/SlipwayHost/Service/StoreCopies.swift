internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayStore
internal import SlipwaySystem
internal import Synchronization

/// The copies of the stored actions that are being read, by name; each costs a descriptor and its room
/// on the disk.
final class StoreCopies: Sendable {
    /// The greatest number of copies.
    static let limit = 2
    /// The time for which a copy is held without being read.
    static let patience = Duration.seconds(60)

    private struct Reading: Sendable {
        let copy: StoreCopy
        var lastRead: Instant
    }

    private let readings = Mutex<[String: Reading]>([:])

    /// The number of copies.
    var count: Int { readings.withLock(\.count) }

    /// Takes a copy in; if there are too many, the one that was read longest ago is let go of.
    ///
    /// - Returns: Its name.
    func add(_ copy: StoreCopy) -> String {
        let name = Identity.make()
        readings.withLock { readings in
            while readings.count >= Self.limit,
                let oldest = readings.min(by: { $0.value.lastRead < $1.value.lastRead })
            {
                readings[oldest.key] = nil
            }
            readings[name] = Reading(copy: copy, lastRead: .now)
        }
        Loop.post { [self] in dropIdle(name, after: Self.patience) }
        return name
    }

    /// A part of a copy, which is let go with its last part.
    ///
    /// - Returns: The part; `nil` if there is no such copy any more.
    func part(of name: String, at offset: Int) throws(StoreError) -> BackupPart? {
        let copy = readings.withLock { readings in
            readings[name]?.lastRead = .now
            return readings[name]?.copy
        }
        guard let copy else { return nil }
        let part = BackupPart(
            backup: name,
            size: copy.size,
            offset: offset,
            bytes: try copy.bytes(at: offset, upTo: BackupPart.limit),
            folder: copy.folder?.description
        )
        if part.end >= copy.size { readings.withLock { $0[name] = nil } }
        return part
    }

    @Loop
    private func dropIdle(_ name: String, after duration: Duration) {
        Timer(after: duration) { [self] in
            let left = readings.withLock { readings -> Duration? in
                guard let reading = readings[name] else { return nil }
                let left = Self.patience - reading.lastRead.duration(to: .now)
                if left <= .zero { readings[name] = nil }
                return left
            }
            if let left, left > .zero { dropIdle(name, after: left) }
        }
    }
}
