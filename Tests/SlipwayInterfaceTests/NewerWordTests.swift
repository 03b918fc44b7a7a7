import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// Words of a newer service.
struct NewerWordTests {
    /// Every text of every reply, one after the other, becomes a word that nobody knows: enumerations are among them.
    @Test(arguments: VarlinkInterface.launch.methods)
    func noUnknownWordMakesAReplyUnreadable(member: String) throws {
        let replies = Exchange.all.filter { $0.place == .output(member) }
        #expect(!replies.isEmpty)
        for reply in replies {
            var seen: Set<String> = []
            for changed in Self.variants(of: .object(reply.written), at: "", &seen) {
                for method in Method.all { try Self.read(method, member, changed) }
            }
        }
    }

    /// Reads a reply of a method, if it is that one.
    private static func read(
        _ method: (some LaunchMethod).Type,
        _ member: String,
        _ reply: JSON
    ) throws {
        guard method.row.name == member else { return }
        #expect(throws: Never.self, "\(reply)") { _ = try method.reply(reply) }
    }

    /// The value with one of its texts replaced, for each text; of elements that have the same text in the same field,
    /// the first.
    private static func variants(
        of json: JSON,
        at path: String,
        _ seen: inout Set<String>
    ) -> [JSON] {
        switch json {
        case .string(let text):
            return seen.insert("\(path): \(text)").inserted ? ["glit"] : []
        case .array(let elements):
            return elements.indices.flatMap { index in
                variants(of: elements[index], at: "\(path)[]", &seen).map { changed in
                    var elements = elements
                    elements[index] = changed
                    return .array(elements)
                }
            }
        case .object(let object):
            return object.keys.flatMap { key in
                variants(of: object[key] ?? .null, at: "\(path).\(key)", &seen).map { changed in
                    var object = object
                    object[key] = changed
                    return .object(object)
                }
            }
        default: return []
        }
    }

    @Test func aPageIsReadWithWhatStandsIn() throws {
        let reply = try #require(Exchange.all.first { $0.place == .output("ListActions") }).written
        var actions = reply["actions"]?.arrayValue ?? []
        var action = try #require(actions.first?.objectValue)
        action["state"] = "glit"
        actions[0] = .object(action)
        var changed = reply
        changed["actions"] = .array(actions)
        let page = try Method.ListActions.reply(.object(changed))
        #expect(page.listed.count == actions.count)
        #expect(page.actions[0].state.word == "failed")
    }
}
