internal import Slipway
internal import SlipwayJSON
internal import SlipwaySystem

/// Key `storage`: the need of a launch for the place where its actions are stored, and the most
/// that they may take there.
package struct StorageSpecification: Hashable, Sendable {
    /// The consequence when there is no such place.
    package enum Use: String, CaseIterable, Hashable, Sendable {
        /// The launch goes on, degraded.
        case optional
        /// The launch fails.
        case required
    }

    /// The consequence when there is no such place.
    package var use = Use.optional
    /// The most bytes of the store; `nil` for 1 GiB, and at most a tenth of the file system.
    package var maximum: UInt64?

    /// The defaults.
    package init() {}

    /// The fewest bytes of a store.
    static let least: UInt64 = 1 << 20
}

extension StorageSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "storage",
            title: "The store",
            summary: "How much depends on the state directory, and how much it may take.",
            manual: """
                Launch actions, kept values and the history of launches are in one file, beside which its log takes some 4 MiB,
                and a reserve as many (a sixteenth of a small file system), which is given up when the disk is full so that the
                ends of actions can still be stored. From 80 per cent of `maximum` on, `slipway status` and the status line of
                systemd say so, and the payloads and results of actions that have ended go before their time, the oldest first;
                those of failed and interrupted ones stay for `slipway retry`. What would go beyond it is refused, as on a full
                disk, until something ends or `slipway actions --purge` lets go of it.
                """
        )
    }

    static func read(_ keys: inout Keys) -> StorageSpecification? {
        var storage = StorageSpecification()
        keys.read("use", &storage.use, .word)
            .means(
                "What follows when the state directory cannot be used: locked by another process "
                    + "for longer than the deadline, of a newer version, read-only. `required`: the "
                    + "launch fails, and is not ready before it has it. `optional`: it goes on, "
                    + "degraded; kinds of action are refused unless they have `durability: memory`, "
                    + "and it is tried again for ever.",
                example: "required"
            )
        keys.read(
            "maximum",
            &storage.maximum,
            .storeSize,
            usual: "`1G`, and at most a tenth of the file system"
        )
        .means(
            "The most bytes that the store may take, without its log and its reserve. `K`, `M`, `G` and `T` behind the number are 1024 and "
                + "its powers.",
            example: "256M"
        )
        return storage
    }
}

extension Kind where Value == StorageSpecification {
    /// A mapping, or only the use.
    static var storage: Kind {
        Kind(.storage) { decoder, field in
            guard !field.isMapping else { return decoder.mapping(field) }
            var storage = StorageSpecification()
            guard
                let use = decoder.choice(
                    field,
                    among: StorageSpecification.Use.allCases,
                    or: "a mapping with use and maximum"
                )
            else { return nil }
            storage.use = use
            return storage
        }
    }
}

extension Kind where Value == UInt64 {
    /// The size of the store.
    fileprivate static var storeSize: Kind {
        Kind(.storeSize) { decoder, field in
            let least = StorageSpecification.least
            let expected = "a number of bytes, at least \(ByteCount.text(least)), such as 256M"
            guard let text = decoder.text(field, expected: expected) else { return nil }
            guard let size = ByteCount.number(text), size >= least else {
                decoder.reject(field, expected: expected)
                return nil
            }
            return size
        }
    }
}

extension KeyType {
    fileprivate static var storage: KeyType {
        let mapping = KeyType.mapping(StorageSpecification.self)
        let uses = KeyType.words(StorageSpecification.Use.allCases.map(\.rawValue))
        return .either("\(uses.words), or \(mapping.words)", [uses, mapping])
    }

    fileprivate static var storeSize: KeyType {
        .named(
            "storeSize",
            "number of bytes, at least `1M`, such as `256M`",
            [
                "oneOf": [
                    ["type": "string", "pattern": .string("^\(GroupResource.mebibytePattern)$")],
                    ["type": "integer", "minimum": .integer(Int64(StorageSpecification.least))],
                ]
            ]
        )
    }
}
