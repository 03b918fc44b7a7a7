internal import Slipway
internal import SlipwayJSON

/// Key `limits`: how much of what the kernel counts a process may have, see setrlimit(2).
package struct LimitsSpecification: Hashable, Sendable {
    /// The resources, by the names that `LimitNAME=` of systemd has, in small letters.
    package enum Resource: String, Hashable, Sendable, CaseIterable {
        case addressSpace = "as"
        case core, cpu, data, fsize, memlock, msgqueue, nofile, nproc, rtprio, sigpending, stack

        fileprivate var words: String {
            switch self {
            case .addressSpace: "Bytes of memory that it may map."
            case .core: "Bytes of a core dump."
            case .cpu: "Seconds of processor time."
            case .data: "Bytes of memory of its own."
            case .fsize: "Bytes of a file that it writes."
            case .memlock: "Bytes of memory that it may lock."
            case .msgqueue: "Bytes of message queues of its user."
            case .nofile: "Descriptors that it may have open."
            case .nproc: "Processes and threads of its user."
            case .rtprio: "The highest real-time priority."
            case .sigpending: "Signals that wait for processes of its user."
            case .stack: "Bytes of the stack of its first thread."
            }
        }

        /// A value with which an ordinary program runs: users copy examples.
        fileprivate var example: String {
            switch self {
            case .addressSpace: "2G"
            case .core, .memlock, .msgqueue, .rtprio: "0"
            case .cpu: "3600"
            case .data: "1G"
            case .fsize: "100M"
            case .nofile: "\"512:1024\""
            case .nproc: "200"
            case .sigpending: "1000"
            case .stack: "8M"
            }
        }
    }

    /// A soft and a hard limit; the greatest number stands for no limit.
    package struct Limit: Hashable, Sendable {
        package var soft: UInt64
        package var hard: UInt64

        package init(soft: UInt64, hard: UInt64) {
            self.soft = soft
            self.hard = hard
        }
    }

    package var limits: [Resource: Limit] = [:]

    /// Limits nothing.
    package init() {}
}

extension LimitsSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "limits",
            title: "Limits",
            summary: "How much of what the kernel counts a process may have.",
            manual: """
                A number is both limits, `SOFT:HARD` are two; `unlimited` is none. `K`, `M`, `G` and `T` behind a number
                are 1024 and its powers. A process may raise its soft limit as far as the hard one. A hard limit that is
                above the daemon's own needs the capability CAP_SYS_RESOURCE, which root has; without it that is a fault
                as the service starts, and `slipway check --unit NAME` says so. `LimitNOFILE=` and so on of the unit set
                the daemon's own.
                """
        )
    }

    static func read(_ keys: inout Keys) -> LimitsSpecification? {
        var limits = LimitsSpecification()
        for resource in Resource.allCases {
            var limit: Limit?
            keys.read(resource.rawValue, &limit, .limit, usual: "the daemon's")
                .means(resource.words, example: resource.example)
            limits.limits[resource] = limit
        }
        return limits
    }
}

extension Kind where Value == LimitsSpecification.Limit {
    fileprivate static var limit: Kind {
        Kind(.limit) { decoder, field in
            let expected = "a number, 'unlimited', or two of them as SOFT:HARD, such as 1024:4096"
            guard let text = decoder.text(field, expected: expected) else { return nil }
            let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
                .map(LimitsSpecification.Limit.number)
            guard (1...2).contains(numbers.count), let soft = numbers[0],
                let hard = numbers[numbers.count - 1]
            else {
                decoder.reject(field, expected: expected)
                return nil
            }
            guard soft <= hard else {
                decoder.reject(field, expected: "a soft limit that is not above the hard one")
                return nil
            }
            return LimitsSpecification.Limit(soft: soft, hard: hard)
        }
    }
}

extension LimitsSpecification.Limit {
    /// `4096`, `64K` or `unlimited`; `nil` for anything else.
    fileprivate static func number(_ text: Substring) -> UInt64? {
        if ["unlimited", "infinity"].contains(text) { return .max }
        return ByteCount.number(text)
    }
}

extension KeyType {
    fileprivate static var limit: KeyType {
        let number = "([0-9]{1,18}[KMGT]?|unlimited|infinity)"
        return named(
            "resourceLimit",
            "number, `unlimited` or `SOFT:HARD`",
            [
                "oneOf": [
                    ["type": "string", "pattern": .string("^\(number)(:\(number))?$")],
                    ["type": "integer", "minimum": 0],
                ]
            ]
        )
    }
}
