internal import Slipway
internal import SlipwayJSON

/// Key `fallback`.
struct FallbackSpecification: Mapping {
    var value: JSON?
    var cached: Duration?
    var acceptsUnknownAge = false

    static var about: MappingText {
        MappingText(
            name: "fallback",
            title: "Fallbacks",
            summary: "What stands in for the value of an operation that fails.",
            manual: """
                With `cached` and `value` the `value` is the last resort. A value is kept when its operation has succeeded,
                for the next launches too, with what it came from: the URL, the headers, the body and the
                certificate of a request, or the command, its directory, input and names of variables. If that is another
                one now, or is not known since an operation that it refers to did not succeed, the kept value is not used.
                Of an `Authorization` header that names a user (`Basic`, or a JSON Web Token) the user counts, of any
                other header its value but for `${launch.id}`: with a token that is another one at each start, and does not
                say whose it is, nothing that was kept is used. A server that
                gave an `ETag` with the kept value is asked with `If-None-Match` whether there is another one. Values are
                in the state directory, at most 1 MiB each; without one, and where it cannot be used, there are none.

                A kept value of `http` or `flags` stands in for a server that is away, and never against one that has
                refused:

                \(AnswerFailure.manual)
                """
        )
    }

    static func read(_ keys: inout Keys) -> FallbackSpecification? {
        var fallback = FallbackSpecification()
        keys.read("cached", &fallback.cached, .duration(), usual: "none")
            .means(
                "The last good value of the operation, unless it is older than this by the wall clock.",
                example: "7d",
                limits:
                    "Only of `flags`, and of `exec` and `http` that give a value, of `http` only with `GET`."
            )
        let unknown = keys.field("unknownAge", .boolean, usual: "`false`")
            .means(
                "Whether it stands in, too, where its age is not known: the clock was not set when it was kept (a machine "
                    + "without a battery), is not set now, or was set back since.",
                example: "true",
                limits: "Only with `cached`."
            )
        let value = keys.field("value", .any, usual: "none")
            .means("The value: any JSON.", example: "{ plan: free }")
        keys.constrain(["minProperties": 1, "dependentRequired": ["unknownAge": ["cached"]]])
        if let unknown {
            fallback.acceptsUnknownAge = keys.decoder.boolean(unknown) ?? false
            if keys.section["cached"] == nil {
                keys.decoder.report(
                    "goes with cached; remove it",
                    at: unknown.keyOrigin,
                    unknown.path
                )
            }
        }
        if let value { keys.decoder.refuseCredentials(in: value) }
        // An unknown key is reported by itself, and may have been meant as `value`.
        if value == nil, keys.section.entries.isEmpty {
            keys.report("has no value; add the value that stands in, such as value: {}")
        }
        fallback.value = value?.node.json()
        return fallback
    }
}

extension ConfigurationDecoder {
    /// Reports a `cache` that uses stored flags where none are stored.
    func refuseCache(_ flags: Field?) {
        guard let cache = flags.flatMap({ entries(of: $0).first { $0.name == "cache" } }) else {
            return
        }
        report(
            "says when kept flags are used, but none are kept; add fallback: { cached: 30d } to "
                + "the operation, or remove cache",
            at: cache.keyOrigin,
            cache.path
        )
    }

    /// Reports a `cached` whose operation has no value that could be stored.
    func checkKept(
        _ operation: OperationSpecification,
        _ fallback: Field,
        _ body: BodySpecification?
    ) {
        // A faulty body is reported by itself.
        guard let body else { return }
        switch body {
        case .http(let request) where request.method != .get:
            report(
                "keeps the last good value of http only for a GET, and this is a "
                    + "\(request.method.rawValue); remove cached",
                at: fallback.keyOrigin,
                fallback.path
            )
        case .http, .exec, .flags:
            guard !body.givesValue else { return }
            report(
                "keeps the last good value, but the body gives no value; let the body give one, as "
                    + "with output: json, or remove cached",
                at: fallback.keyOrigin,
                fallback.path
            )
        case .wait, .write, .deliver, .sleep, .group:
            report(
                "keeps the last good value, which is for http, exec and flags; remove cached",
                at: fallback.keyOrigin,
                fallback.path
            )
        }
    }
}
