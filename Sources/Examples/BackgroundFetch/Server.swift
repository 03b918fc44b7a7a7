/// A server of news, without a network: the second time it has none, the third time it does not answer.
actor Server {
    private let (silences, silence) = AsyncStream.makeStream(of: Void.self)

    struct Token: Sendable {
        let text: String
    }

    func login() async throws -> Token {
        try await Task.sleep(for: .milliseconds(5))
        return Token(text: "token of Ada")
    }

    func articles(for waking: Int, _ token: Token) async throws -> [String] {
        if waking == 3 {
            silence.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        try await Task.sleep(for: .milliseconds(5))
        return waking == 2 ? [] : ["article \(waking)"]
    }

    /// Waits until it was asked for something that it does not answer.
    nonisolated func waitUntilSilent() async {
        for await _ in silences { return }
    }
}

/// The articles that the program has.
actor Store {
    private var articles: [String] = []

    static func open() async throws -> Store {
        try await Task.sleep(for: .milliseconds(20))
        return Store()
    }

    /// Returns the number of new articles.
    func save(_ articles: [String]) -> Int {
        self.articles += articles
        return articles.count
    }
}
