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
        let read = try #require(
            Method.all.lazy.filter { $0.row.name == member }.map { Self.reader($0) }.first
        )
        let replies = Exchange.all.filter { $0.place == .output(member) }
        #expect(!replies.isEmpty)
        for reply in replies {
            for changed in Self.variants(of: .object(reply.written)) {
                #expect(throws: Never.self, "\(changed)") { try read(changed) }
            }
        }
    }

    private static func reader<Called: LaunchMethod>(
        _ method: Called.Type
    ) -> (JSON) throws -> Void {
        { reply in _ = try Called.reply(reply) }
    }

    /// The value with each of its texts replaced, one in each.
    private static func variants(of json: JSON) -> [JSON] {
        switch json {
        case .string: return ["glit"]
        case .array(let elements):
            return elements.indices.flatMap { index in
                variants(of: elements[index]).map { changed in
                    var elements = elements
                    elements[index] = changed
                    return .array(elements)
                }
            }
        case .object(let object):
            return object.keys.flatMap { key in
                variants(of: object[key] ?? .null).map { changed in
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
