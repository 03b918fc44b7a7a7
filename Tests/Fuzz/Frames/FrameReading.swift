internal import SlipwayInterface
internal import SlipwayVarlink

/// Reads frames as the daemon does, in this process.
enum FrameReading {
    /// - Returns: How many calls of a launch the bytes contain.
    static func check(
        _ bytes: [UInt8],
        _ random: inout SeededGenerator
    ) throws(Broken) -> Int {
        var splitter = FrameSplitter(limit: 1 << 20)
        var rest = (bytes + [0])[...]
        var calls = 0
        while !rest.isEmpty {
            let count = random.chance(50) ? rest.count : 1 + random.below(rest.count)
            splitter.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            while let frame = frame(&splitter) {
                if try read(frame) { calls += 1 }
            }
            if splitter.byteCount > splitter.limit { break }
        }
        return calls
    }

    private static func frame(_ splitter: inout FrameSplitter) -> [UInt8]? {
        (try? splitter.next()) ?? nil
    }

    private static func read(_ frame: [UInt8]) throws(Broken) -> Bool {
        let call: VarlinkCall
        do throws(WireFault) {
            call = try VarlinkCall(decoding: frame)
        } catch {
            return false
        }
        guard (try? VarlinkCall(decoding: Array(call.frame.dropLast()))) == call else {
            throw Broken("another call when it is read again")
        }
        guard let again = try? LaunchInterface.method(call).call() else { return false }
        guard (try? LaunchInterface.method(again).call()) == again else {
            throw Broken("another call of the launch when it is read again")
        }
        return true
    }
}
