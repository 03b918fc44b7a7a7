internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// A launch action that the command line submits: `--action KIND`, `KIND=KEY=VALUE` (text),
/// `KIND=KEY:=JSON` or `KIND={…}`.
enum StartAction {
    /// Reads the value of an option `--action`.
    static func request(parsing text: String) throws(StartActionFault) -> Method.Submit {
        guard let mark = text.firstIndex(of: "=") else { return Method.Submit(kind: text) }
        let kind = String(text[..<mark])
        let rest = text[text.index(after: mark)...]
        func fault(_ reason: String) -> StartActionFault {
            StartActionFault(kind: kind, reason: "\(reason); \(StartActionFault.accepted)")
        }
        if rest.hasPrefix("{") {
            do throws(JSONError) {
                let payload = try JSON(parsing: String(rest)).objectValue ?? [:]
                return Method.Submit(kind: kind, payload: payload)
            } catch {
                throw fault("\(error)")
            }
        }
        guard let equals = rest.firstIndex(of: "=") else { throw fault("it has no payload") }
        var key = rest[..<equals]
        let text = String(rest[rest.index(after: equals)...])
        let isJSON = key.hasSuffix(":")
        if isJSON { key = key.dropLast() }
        guard !key.isEmpty else { throw fault("its payload has no key") }
        let value: JSON
        do throws(JSONError) { value = isJSON ? try JSON(parsing: text) : .string(text) } catch {
            throw fault("\(error)")
        }
        return Method.Submit(kind: kind, payload: [String(key): value])
    }

    /// Reads and checks the values of all options `--action`, in order.
    static func requests(
        parsing texts: [String],
        _ kinds: ConfiguredKinds
    ) throws(StartActionFault) -> [Method.Submit] {
        var requests: [Method.Submit] = []
        for text in texts {
            let request = try request(parsing: text)
            do throws(LaunchRefusal) {
                try kinds.check(request)
            } catch {
                throw StartActionFault(kind: request.kind, reason: error.description)
            }
            requests.append(request)
        }
        return requests
    }
}

/// A wrong `--action`, which is a fault of the command line.
///
/// The fault does not show the payload: every sender may read it.
struct StartActionFault: Error, Hashable, CustomStringConvertible {
    let kind: String
    let reason: String

    static let accepted = "accepted are KIND, KIND=KEY=VALUE, KIND=KEY:=JSON and KIND={\"key\": …}"

    /// `option '--action open-url': …`.
    var description: String {
        "option '--action \(kind.cut(to: TextLimit.name))': \(reason)"
    }
}
