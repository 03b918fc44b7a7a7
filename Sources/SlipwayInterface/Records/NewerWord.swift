package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

/// A word in a reply that this build does not know, since its writer is newer.
///
/// Enumerations in replies may get further values. In place of an unknown word a reader of replies
/// takes a known one (``StandIn``), in all elements of a list at once, and tells the ``Listener``.
package struct NewerWord: Hashable, Sendable {
    /// The field that has the word: `launch.operations[].state`.
    package let field: String
    package let word: String

    package init(_ word: String, in field: String) {
        self.word = word
        self.field = field
    }

    /// Hears of the words that are not known, each as often as it is met.
    ///
    /// Not a function itself: Swift 6.3 crashes where it optimises a task-local function.
    package struct Listener: Sendable {
        let hear: @Sendable (NewerWord) -> Void

        package init(_ hear: @escaping @Sendable (NewerWord) -> Void) { self.hear = hear }
    }

    @TaskLocal package static var listener: Listener?

    /// Tells whether a failure that was read stands in for an end that this build does not know.
    package static func standsIn(_ failure: Failure) -> Bool { StandIn.isOne(failure) }

    /// The most words that are replaced in one reply.
    private static let limit = 100

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - json: The reply.
    ///   - read: Reads it, with words of this build alone.
    /// - Returns: What was read.
    /// - Throws: The field that is not as declared, and for which nothing can stand in.
    static func replacing<Reply>(
        in json: JSON,
        _ read: (JSON) throws(JSONFieldError) -> Reply
    ) throws(JSONFieldError) -> Reply {
        var json = json
        var count = 0
        while true {
            let failure: JSONFieldError
            do throws(JSONFieldError) { return try read(json) } catch { failure = error }
            guard case .unknownWord(let word, let type, _) = failure.reason, count < limit else {
                throw failure
            }
            let place = Place(failure.path)
            var hasChanged = false
            json = place.changing(json) { object, key in
                guard object[key] == .string(word),
                    let standIn = StandIn(for: word, of: type, in: object)
                else { return }
                object[key] = .string(standIn.word)
                for (name, value) in standIn.fields where object[name]?.isNull ?? true {
                    object[name] = value
                }
                hasChanged = true
            }
            guard hasChanged else { throw failure }
            count += 1
            listener?.hear(NewerWord(word, in: place.text))
        }
    }
}

extension Record {
    /// Reads a reply of a service, which may be newer and say words that this build does not know.
    ///
    /// - Parameters:
    ///   - json: The reply, an object.
    ///   - offsets: The zero of its instants.
    /// - Throws: The field that is not as declared.
    package init(reply json: JSON, _ offsets: Offsets = Offsets()) throws(JSONFieldError) {
        self = try NewerWord.replacing(in: json) { json throws(JSONFieldError) in
            try Self(json, offsets)
        }
    }
}

/// The place of a field in a value, for every element of the lists above it.
private struct Place {
    /// The names of members; `nil` is any element of a list.
    private let steps: [String?]

    /// Reads the path of a ``JSONFieldError``: `launch.operations[3].state`.
    init(_ path: String) {
        steps = path.split(separator: ".").flatMap { part -> [String?] in
            let lists = part.split(separator: "[", omittingEmptySubsequences: false)
            return [lists.first.map(String.init)] + lists.dropFirst().map { _ in nil }
        }
    }

    var text: String {
        steps.reduce("") { text, step in
            step.map { text.isEmpty ? $0 : "\(text).\($0)" } ?? "\(text)[]"
        }
    }

    /// Changes the objects that have the field, by name.
    func changing(_ json: JSON, _ change: (inout JSONObject, String) -> Void) -> JSON {
        Self.changing(json, steps[...], change)
    }

    /// Recurses as deep as the interface's records are.
    private static func changing(
        _ json: JSON,
        _ steps: ArraySlice<String?>,
        _ change: (inout JSONObject, String) -> Void
    ) -> JSON {
        switch (json, steps.first) {
        case (.array(let elements), .some(nil)):
            return .array(elements.map { changing($0, steps.dropFirst(), change) })
        case (.object(var object), .some(let name?)):
            if steps.count == 1 {
                change(&object, name)
            } else if let member = object[name] {
                object[name] = changing(member, steps.dropFirst(), change)
            }
            return .object(object)
        default: return json
        }
    }
}
