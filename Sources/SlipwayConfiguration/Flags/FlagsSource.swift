package import SlipwayJSON

/// The server of an operation's flags, which is asked as often as it allows.
package protocol FlagsSource: Sendable {
    /// Asks for the flags.
    ///
    /// - Parameters:
    ///   - values: What the templates of the request are filled in from.
    ///   - etag: What the server gave with the flags that are there; `nil` for none.
    /// - Returns: The flags; `nil` if those that are there are still right.
    /// - Throws: ``FlagsError``, or what a template threw; when cancelled, `Cancelled` or
    ///   `CancellationError`.
    func ask(_ values: TemplateValues, since etag: String?) async throws -> Flags?
}

/// The flags of a context, as a server evaluated them.
package struct Flags: Hashable, Sendable {
    /// The value of each flag that has one: the others have the defaults of the code that asks for them.
    package var values: JSONObject
    /// The entity tag that tells the server that these are there.
    package var etag: String?
    /// Those that the server could not evaluate, each with the reason, in words.
    package var failures: [String]

    /// Collects flags.
    package init(_ values: JSONObject, etag: String? = nil, failures: [String] = []) {
        self.values = values
        self.etag = etag
        self.failures = failures
    }
}

/// Why there are no flags; its description is one line.
package struct FlagsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure, by what may be done about it.
    package enum Kind: Hashable, Sendable {
        /// It passes: kept flags may stand in. The server may have said for how long it is not to be
        /// asked.
        case outage(retryAfter: Duration?)
        /// The server does not take the question.
        case refused
        /// It does not take questions from here: 401 or 403.
        case denied
    }

    package let kind: Kind
    package let description: String

    /// Describes a failure.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// A server for graphs that are never launched.
struct NoFlags: FlagsSource {
    func ask(_ values: TemplateValues, since etag: String?) throws -> Flags? {
        throw CancellationError()
    }
}
