internal import Slipway
internal import SlipwayJSON

/// A queue: an entry of `queues`.
struct QueueSpecification: Mapping {
    var width = QueueWidth.automatic

    static var about: MappingText {
        MappingText(
            name: "queue",
            title: "Queues",
            summary: "A concurrent queue: where the bodies of operations and actions run.",
            manual: "It may be its width: `images: 2` is `images: { width: 2 }`."
        )
    }

    static func read(_ keys: inout Keys) -> QueueSpecification? {
        var queue = QueueSpecification()
        keys.read(
            "width",
            &queue.width,
            .width,
            usual: "`auto`: as many as the CPUs that the process may use, and at least 8"
        )
        .means("How many bodies may run at the same time.", example: "2")
        return queue
    }
}

extension Kind where Value == QueueWidth {
    fileprivate static var width: Kind { Kind(.width) { $0.width($1, or: "auto") } }

    /// A mapping, or only the width.
    fileprivate static var queueOrWidth: Kind {
        Kind(.queueOrWidth) { decoder, field in
            guard field.isMapping else {
                return decoder.width(field, or: "a mapping with width, auto")
            }
            return decoder.mapping(field, QueueSpecification.self)?.width
        }
    }
}

extension ConfigurationDecoder {
    fileprivate func width(_ field: Field, or alternatives: String) -> QueueWidth? {
        if case .scalar(let scalar) = field.node.content, scalar.text == "auto" {
            return .automatic
        }
        return wholeNumber(field, in: mostBodies, or: alternatives).map(QueueWidth.fixed)
    }
}

private let mostBodies = 1...65536

extension Kind where Value == [Queue: QueueWidth] {
    /// Queues by name.
    static var queues: Kind {
        Kind(.queues) { decoder, field in
            var queues = [Queue.userInitiated: QueueWidth.automatic]
            for field in decoder.names(field, expected: "a mapping of queues")?.fields ?? [] {
                guard field.name != Queue.main.name else {
                    decoder.report(
                        "is always there, serial and without a width; remove it",
                        at: field.keyOrigin,
                        field.path
                    )
                    continue
                }
                decoder.checkName(field, dots: true)
                queues[.named(field.name)] =
                    Kind<QueueWidth>.queueOrWidth.read(decoder, field) ?? .automatic
            }
            return queues
        }
    }
}

extension Kind where Value == Queue {
    static var queue: Kind { Kind(.queueName, shown: \.name) { $0.queue($1) } }
}

extension KeyType {
    fileprivate static var width: KeyType {
        let number = whole(mostBodies)
        return either("`auto`, or \(number.words)", [KeyType("`auto`", ["const": "auto"]), number])
    }

    fileprivate static var queueOrWidth: KeyType {
        let mapping = mapping(QueueSpecification.self)
        return either("\(mapping.words), or the width", [width, mapping])
    }

    fileprivate static var queues: KeyType {
        var name = dottedName
        name.schema = ["$ref": "#/$defs/dottedName", "not": ["const": "main"]]
        return .names("mapping of [queues](#queues)", name, of: queueOrWidth)
    }

    static var queueName: KeyType { KeyType("name of a [queue](#queues)", ["type": "string"]) }
}
