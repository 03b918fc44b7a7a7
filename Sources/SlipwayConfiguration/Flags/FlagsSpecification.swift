internal import Slipway
internal import SlipwayJSON

/// Key `flags`: asks a server of the OpenFeature Remote Evaluation Protocol for all feature flags.
package struct FlagsSpecification: Body {
    /// The use of stored flags, which the operation's `fallback` asks for.
    package enum Cache: String, Hashable, Sendable, CaseIterable {
        /// Stored flags stand in if the server cannot be asked.
        case networkFirst = "network-first"
        /// Stored flags are the value at once; the server is asked once the launch is ready.
        case localCacheFirst = "local-cache-first"
    }

    /// The request: the context as JSON.
    package var request: HTTPSpecification
    package var cache = Cache.networkFirst
    /// The interval between two questions while the service runs; `nil`: the server is not asked
    /// again.
    package var poll: Duration?
    /// The kind of launch action that is submitted for each flag that changes.
    package var changed: DependencySpecification?

    /// Creates a specification that asks once.
    package init(request: HTTPSpecification) { self.request = request }

    package var templates: [Template] { request.templates }
    package var textsWithoutNUL: [Template] { request.textsWithoutNUL }
    package var givesValue: Bool { true }
    package var requestURL: Template? { request.requestURL }

    /// The keys of a change, which are the payload of ``changed``.
    package static let keysOfChange = ["flag", "value", "previous"]
    private static let path = "/ofrep/v1/evaluate/flags"
}

extension FlagsSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "flags",
            title: "flags",
            summary:
                "Asks a server of the OpenFeature Remote Evaluation Protocol (OFREP) for all feature flags of a context.",
            manual: """
                The value is an object: each flag with its value, as far as the server gave one. What is missing in it
                has the default of the code that asks for it, so for `when: { flag: NAME }` it is off. A flag that is not as
                it should be, such as one without a key or one that is there twice, is left out, which the journal says.

                    toggles:
                      flags: { url: "http://localhost:8016", context: { targetingKey: "${operations.user.value.id}" }, poll: 1m }
                      fallback: { cached: 30d }

                With `fallback: { cached: … }` flags are kept, for the next launches too, and belong to the URL, the
                context and the headers: another one never gets them. Kept flags stand in while the server is away, not
                where it refuses the question, which is a failure: the table in [Fallbacks](#fallbacks) says which answer
                is what. With `cache: local-cache-first` they are the value at once, the
                server is asked once the launch is ready, and what it refuses then is said in the journal alone. Status,
                STATUS and journal say how old kept flags are. Without kept flags there is no cache, which OFREP calls
                `disabled`.

                Redirects are followed as by [http](#http): 301, 302 and 303 make the question a GET. The server is not
                asked again before the time that it gives with `Retry-After`, in which a date counts from the answer's own
                `Date`, and gets the `ETag` of
                flags that are there. While the service runs, `poll` asks again: the journal has a line for each change,
                `${operations.NAME.value.KEY}` in actions is the new value, and `changed` names a kind of action for it.
                Of many changes at once each action takes its slot as there is room; a flag that changes again while its
                action waits for room has one action, with the newest value. After a 401 or 403 polling ends.
                """,
            foreign: .ofHTTP
        )
    }

    static func read(_ keys: inout Keys) -> FlagsSpecification? {
        let url = keys.require("url", .baseURL, orElse: "add url: \"http://localhost:8016\"")
            .means(
                "The server: what comes before `\(path)`. As the `url` of `http`.",
                example: "\"http://localhost:8016\""
            )
        let context = keys.require(
            "context",
            .flagsContext,
            orElse: "add context: { targetingKey: ID }"
        )
        .means(
            "What the flags are evaluated for: `targetingKey` says for whom, the others are any JSON. A "
                + "text that is a single reference is the value itself.",
            example: "{ targetingKey: \"${operations.user.value.id}\", plan: free }"
        )
        let headers = keys.requestHeaders()
        var flags = FlagsSpecification(
            request: HTTPSpecification(
                url: url?.appending(path: path) ?? Template(segments: []),
                method: .post,
                body: context,
                // The bodies of failures are read, too: they say why.
                expect: (100...599).filter { !AnswerFailure.redirects.contains($0) },
                tryTimeout: .seconds(10)
            )
        )
        keys.read("tryTimeout", &flags.request.tryTimeout, .duration())
            .means(
                "How long one question may take, from looking up the host to the last byte, redirects included.",
                example: "3s"
            )
        keys.read("cache", &flags.cache, .word)
            .means(
                "When kept flags are the value. `network-first`: when the server cannot be asked. "
                    + "`local-cache-first`: at once, whenever there are any.",
                example: "local-cache-first",
                limits: "Only with `fallback: { cached: … }`."
            )
        keys.read("poll", &flags.poll, .duration(.milliseconds(100)), usual: "never")
            .means(
                "The pause after which the server is asked again, once the launch is ready.",
                example: "1m"
            )
        keys.read("changed", &flags.changed, .kindOfAction, usual: "none")
            .means(
                "The kind of launch action that is submitted for each flag that changes while the service "
                    + "runs. Of `flag`, `value` and `previous` its payload has those that are among its "
                    + "parameters; a flag without a value leaves its key out. They are not stored.",
                example: "toggled"
            )
        flags.request.tls = keys.tls(of: url)
        if let headers { flags.request.headers = headers.headers }
        flags.request.callBodyJSON()
        return url == nil || context == nil ? nil : flags
    }
}

extension Kind where Value == Template {
    /// A URL that a path is appended to.
    fileprivate static var baseURL: Kind {
        Kind(.url) { decoder, field in
            guard let url = decoder.url(field) else { return nil }
            let text = url.urlParts.rest.segments.map { segment in
                if case .literal(let text) = segment { text } else { "x" }
            }.joined()
            if text.contains("?") {
                decoder.report(
                    "has a query; write only what comes before /ofrep",
                    at: field.node.origin,
                    field.path
                )
            } else if text.split(separator: "/").contains("ofrep") {
                decoder.report(
                    "goes on behind /ofrep; write only what comes before it",
                    at: field.node.origin,
                    field.path
                )
            }
            return url
        }
    }

    fileprivate static var flagsContext: Kind {
        Kind(.flagsContext) { decoder, field in
            guard let section = decoder.names(field, expected: "a mapping with targetingKey") else {
                return nil
            }
            guard let key = section["targetingKey"], !key.node.isNull else {
                decoder.report(
                    "has no targetingKey, which says for whom flags are; add it",
                    at: field.keyOrigin,
                    field.path
                )
                return nil
            }
            var question = JSONText(decoder, .context, stringKeys: ["targetingKey"])
            question.append("{\"context\":")
            question.write(field)
            question.append("}")
            return question.template
        }
    }
}

extension Kind where Value == DependencySpecification {
    /// The name of a kind of launch action, which is looked for once all kinds are known.
    fileprivate static var kindOfAction: Kind {
        Kind(.dottedName) { decoder, field in
            guard let name = decoder.text(field, expected: "the name of a launch action") else {
                return nil
            }
            decoder.note(field.path, at: field.node.origin)
            return DependencySpecification(name: name, origin: field.node.origin)
        }
    }
}

extension KeyType {
    fileprivate static var flagsContext: KeyType {
        KeyType(
            "mapping of any values, in [texts](#values-in-texts) too",
            [
                "type": "object", "required": ["targetingKey"],
                "properties": ["targetingKey": shownText.json],
            ],
            of: [shownText]
        )
    }
}

extension Template {
    /// A URL with a path added to its own.
    fileprivate func appending(path: String) -> Template {
        var url = self
        guard case .literal(let text)? = segments.last else {
            url.segments.append(.literal(path))
            return url
        }
        let base = text.hasSuffix("/") && !text.hasSuffix("//") ? String(text.dropLast()) : text
        url.segments[segments.count - 1] = .literal(base + path)
        return url
    }
}
