/// The command line's options.
struct Options {
    static let usage = "usage: storefront-backend --port N|--socket PATH [--delay MILLISECONDS]"

    /// The address to listen at.
    enum Address: CustomStringConvertible {
        /// A port of 127.0.0.1; 0 takes a free one.
        case port(UInt16)
        /// The path of a Unix socket.
        case socket(String)

        var description: String {
            switch self {
            case .port(let port): "127.0.0.1:\(port)"
            case .socket(let path): path
            }
        }
    }

    /// A fault of the command line, in one line.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let address: Address
    /// The time that every answer takes, default none.
    let delay: Duration

    init(_ arguments: some Sequence<String>) throws(Fault) {
        var address: Address?
        var delay = Duration.zero
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard ["--port", "--socket", "--delay"].contains(option) else {
                throw Fault(description: "unknown argument '\(option)'")
            }
            guard let value = rest.next() else {
                throw Fault(description: "'\(option)' needs a value")
            }
            switch option {
            case "--delay":
                delay = .milliseconds(try Self.number(value, for: option, in: 0...3_600_000))
            case _ where address != nil:
                throw Fault(description: "more than one address; give --port or --socket once")
            case "--port":
                address = .port(UInt16(try Self.number(value, for: option, in: 0...65535)))
            default:
                address = .socket(value)
            }
        }
        guard let address else { throw Fault(description: "no address; give --port or --socket") }
        self.address = address
        self.delay = delay
    }

    private static func number(
        _ text: String,
        for option: String,
        in range: ClosedRange<Int>
    ) throws(Fault) -> Int {
        guard let number = Int(text), range.contains(number) else {
            let expected = "\(range.lowerBound) to \(range.upperBound)"
            throw Fault(description: "'\(option)' must be a number from \(expected), not '\(text)'")
        }
        return number
    }
}
