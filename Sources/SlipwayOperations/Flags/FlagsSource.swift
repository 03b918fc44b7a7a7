package import SlipwayConfiguration
package import SlipwayJSON

/// The server of an operation's flags, which is asked as often as it allows.
package protocol FlagsSource: Sendable {
    /// Asks for the flags.
    ///
    /// - Parameters:
    ///   - values: What the templates of the request are filled in from.
    ///   - etag: The entity tag of the flags that are there; `nil` for none.
    /// - Returns: The flags; `nil` if those that are there are still right.
    /// - Throws: ``FlagsError``, or what a template threw; when cancelled, `Cancelled` or
    ///   `CancellationError`.
    func ask(_ values: TemplateValues, since etag: String?) async throws -> Flags?
}

/// The flags of a context, as a server evaluated them.
package struct Flags: Hashable, Sendable {
    /// The value of each flag that has one: the others have the defaults of the code that asks for them.
    package var values: JSONObject
    /// The entity tag that tells the server that these flags are there.
    package var etag: String?
    /// The flags that the server could not evaluate, each with the reason, in words.
    package var failures: [String]

    /// Collects flags.
    package init(_ values: JSONObject, etag: String? = nil, failures: [String] = []) {
        self.values = values
        self.etag = etag
        self.failures = failures
    }
}

/// Why there are no flags; its description is one line.
package struct FlagsError: AnswerError, Hashable, Sendable, CustomStringConvertible {
    package let answer: AnswerFailure
    /// The time for which the server is not to be asked; `nil` if it has not said so.
    package let retryAfter: Duration?
    package let description: String

    /// Describes a failure.
    package init(_ answer: AnswerFailure, retryAfter: Duration? = nil, _ description: String) {
        self.answer = answer
        self.retryAfter = retryAfter
        self.description = description
    }
}

/// A server for graphs that are never launched.
struct NoFlags: FlagsSource {
    func ask(_ values: TemplateValues, since etag: String?) throws -> Flags? {
        throw CancellationError()
    }
}
