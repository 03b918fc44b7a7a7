internal import Slipway
internal import SlipwayJSON
package import SlipwaySystem

/// Key `resources`: how much a process may take together with all that it starts.
package struct ResourcesSpecification: Hashable, Sendable {
    /// Bytes, a weight, percent of one processor, or a number of tasks; ``GroupResource/unlimited`` is no
    /// limit.
    package var values: [GroupResource: UInt64] = [:]

    /// Limits nothing.
    package init() {}
}

extension ResourcesSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "resources",
            title: "Resources",
            summary: "How much a process may take together with all that it starts.",
            manual: """
                Each program that stays has a control group (cgroup v2) of its own where the service may make groups: with
                `Delegate=yes` and `ProtectControlGroups=no` in its unit, for which there is a drop-in among the examples,
                and in a container whose control groups are writable. Another process has one if it has one of these keys.
                Where the service may not, no limit here holds, and the check and the start say which, and why; the
                launch goes on. A program of the service's own user could raise its limits itself: against one that
                means harm they hold only with a `user` of its own. A reload that changes nothing else of a program
                writes the new limits, and restarts nothing. `unlimited` is no limit.
                """,
            foreign: .ofResources
        )
    }

    static func read(_ keys: inout Keys) -> ResourcesSpecification? {
        var resources = ResourcesSpecification()
        for resource in GroupResource.allCases {
            var value: UInt64?
            keys.read(resource.rawValue, &value, resource.kind, usual: resource.usual)
                .means(resource.words, example: resource.example)
            resources.values[resource] = value
        }
        resources.check(&keys)
        return resources
    }

    private func check(_ keys: inout Keys) {
        guard let high = values[.memoryHigh], let most = values[.memoryMax],
            most != GroupResource.unlimited, high > most
        else { return }
        keys.report(
            "has a memoryHigh (\(GroupResource.memoryHigh.written(high))) above its memoryMax ("
                + "\(GroupResource.memoryMax.written(most))), which would have no effect; let it be lower"
        )
    }
}

extension GroupResource {
    /// A value of the key as a file has it.
    package func written(_ value: UInt64) -> String {
        guard value != Self.unlimited else { return "unlimited" }
        switch self {
        case .memoryHigh, .memoryMax, .memorySwapMax: return ByteCount.text(value)
        case .cpuQuota: return "\(value)%"
        case .cpuWeight, .tasksMax: return "\(value)"
        }
    }

    fileprivate var usual: String { self == .cpuWeight ? "100" : "unlimited" }

    fileprivate var words: String {
        switch self {
        case .memoryHigh:
            "Bytes of memory above which it is slowed down, and the kernel takes back what it can."
        case .memoryMax:
            "Bytes of memory that it may have. Above that the kernel kills one of its processes, none of "
                + "another program; the end says so."
        case .memorySwapMax: "Bytes of memory that may be moved to swap."
        case .cpuWeight:
            "Its share of the processors beside the daemon and the other programs, when all are busy; each has "
                + "100."
        case .cpuQuota:
            "How much of one processor it may have, in percent: `150%` is one and a half."
        case .tasksMax:
            "Processes and threads that it may have at a time; a further one is refused."
        }
    }

    fileprivate var example: String {
        switch self {
        case .memoryHigh: "200M"
        case .memoryMax: "256M"
        case .memorySwapMax: "0"
        case .cpuWeight: "50"
        case .cpuQuota: "150%"
        case .tasksMax: "100"
        }
    }

    /// The least and the greatest value; less memory is too little for any program to begin.
    private var range: ClosedRange<UInt64> {
        switch self {
        case .memoryHigh, .memoryMax: 1 << 20...1 << 60
        case .memorySwapMax: 0...1 << 60
        case .cpuWeight: 1...10_000
        case .cpuQuota: 1...100_000
        case .tasksMax: 1...4_000_000
        }
    }

    fileprivate var kind: Kind<UInt64> {
        let (range, expected) = (range, expected)
        return Kind(type) { decoder, field in
            guard let text = decoder.text(field, expected: expected) else { return nil }
            if self != .cpuWeight, text == "unlimited" { return Self.unlimited }
            guard let number = number(text), range.contains(number) else {
                decoder.reject(field, expected: expected)
                return nil
            }
            return number
        }
    }

    private func number(_ text: String) -> UInt64? {
        switch self {
        case .memoryHigh, .memoryMax, .memorySwapMax: return ByteCount.number(text)
        case .cpuQuota: return text.last == "%" ? UInt64(text.dropLast()) : nil
        case .cpuWeight, .tasksMax: return UInt64(text)
        }
    }

    private var expected: String {
        switch self {
        case .memoryHigh, .memoryMax: "at least 1M of bytes, such as 256M or 1G, or 'unlimited'"
        case .memorySwapMax: "a number of bytes, such as 256M or 0, or 'unlimited'"
        case .cpuWeight: "a whole number from 1 to 10000"
        case .cpuQuota: "percent of one processor from 1% to 100000%, such as 50%, or 'unlimited'"
        case .tasksMax: "a whole number from 1 to 4000000, or 'unlimited'"
        }
    }

    /// A number of bytes of at least 1M; of digits without a unit, seven are enough.
    static let mebibytePattern =
        "0*([1-9][0-9]{0,17}[MGT]|(102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|[1-9][0-9]{4,17})K"
        + "|[1-9][0-9]{6,17})"

    private var type: KeyType {
        switch self {
        case .memoryHigh, .memoryMax:
            .named(
                "memory",
                "number of bytes, at least `1M`, such as `256M`, or `unlimited`",
                [
                    "oneOf": [
                        [
                            "type": "string",
                            "pattern": .string("^(\(Self.mebibytePattern)|unlimited)$"),
                        ],
                        ["type": "integer", "minimum": .integer(1 << 20)],
                    ]
                ]
            )
        case .memorySwapMax:
            .named(
                "bytes",
                "number of bytes such as `256M`, or `unlimited`",
                [
                    "oneOf": [
                        ["type": "string", "pattern": "^([0-9]{1,18}[KMGT]?|unlimited)$"],
                        ["type": "integer", "minimum": 0],
                    ]
                ]
            )
        case .cpuWeight: .whole(1...10_000)
        case .cpuQuota:
            KeyType(
                "percent such as `50%`, or `unlimited`",
                ["type": "string", "pattern": "^(0*([1-9][0-9]{0,4}|100000)%|unlimited)$"]
            )
        case .tasksMax:
            .either(
                "whole number, 1 to 4000000, or `unlimited`",
                [.whole(1...4_000_000), .words(["unlimited"])]
            )
        }
    }
}
