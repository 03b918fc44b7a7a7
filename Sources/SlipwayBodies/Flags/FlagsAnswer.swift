internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwaySystem

/// The answer of an OFREP server to a bulk evaluation.
struct FlagsAnswer: Sendable {
    let code: Int
    /// The code and its words, as `404 Not Found`.
    let status: String
    var etag: String?
    var retryAfter: String?
    var date: String?
    var body: [UInt8] = []
    /// Hides the secrets of the request in what is quoted.
    var redaction = Redaction()

    /// The status with what the server says about it, for messages.
    var words: String {
        let json = try? JSON(document: body)
        let said = ["errorCode", "errorDetails"].compactMap { json?[$0]?.stringValue }
        return ([status] + said).map { shown($0) }.joined(separator: ": ")
    }

    /// Reads the flags of a 200; a flag that is not as it should be is left out, and is among the
    /// failures.
    func flags() throws(FlagsFault) -> Flags {
        let json: JSON
        do throws(OutputFault) {
            json = try BodyOutput.json(body)
        } catch {
            throw FlagsFault(description: "no JSON: \(error.reason)")
        }
        guard case .object(let object) = json else {
            throw FlagsFault(description: "\(json.article); expected an object with flags")
        }
        guard let list = object["flags"] else {
            throw FlagsFault(description: "an object without flags")
        }
        guard case .array(let items) = list else {
            throw FlagsFault(description: "flags is \(list.article); expected an array")
        }
        return try flags(in: items)
    }

    /// Reads a list of flags; throws if the list has faults alone.
    private func flags(in items: [JSON]) throws(FlagsFault) -> Flags {
        var count: [ExactText: Int] = [:]
        for item in items {
            if let key = item["key"]?.stringValue { count[ExactText(key), default: 0] += 1 }
        }
        var flags = Flags([:], etag: etag)
        var faults: [String] = []
        var hasFlag = false
        for (index, item) in items.enumerated() {
            guard case .object(let flag) = item else {
                faults.append("flags[\(index)] is \(item.article); expected an object")
                continue
            }
            guard let key = flag["key"]?.stringValue, !key.isEmpty else {
                faults.append("flags[\(index)] has no key that is text")
                continue
            }
            guard count[ExactText(key)] == 1 else {
                let words = "flag '\(shown(key))' is there more than once"
                if count.removeValue(forKey: ExactText(key)) != nil { faults.append(words) }
                continue
            }
            hasFlag = true
            if let code = flag["errorCode"], !code.isNull {
                let words = [code, flag["errorDetails"]].compactMap { $0?.stringValue }
                let reason =
                    words.isEmpty ? "no reason" : words.map { shown($0) }.joined(separator: ": ")
                flags.failures.append("flag '\(shown(key))' has its default: \(reason)")
            } else if let value = flag["value"], !value.isNull {
                flags.values[key] = value
            }
        }
        if let fault = faults.first, !hasFlag { throw FlagsFault(description: fault) }
        flags.failures += faults.map { "left out: \($0)" }
        return flags
    }

    /// A server's text, as messages show it.
    private func shown(_ text: String) -> String {
        Quoting.shown(redaction.hidden(in: text), limit: 200)
    }
}

/// Why an answer has no flags, without quoting the answer.
struct FlagsFault: Error, CustomStringConvertible {
    let description: String
}
