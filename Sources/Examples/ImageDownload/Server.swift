/// A server of images, without a network; it counts concurrent requests.
actor Server {
    private(set) var mostAtOnce = 0
    private var open = 0

    struct Image: Sendable {
        let name: String
        let bytes: Int
    }

    struct NotFound: Error, CustomStringConvertible {
        let description = "404 Not Found"
    }

    func index() async throws -> [String] {
        try await Task.sleep(for: .milliseconds(10))
        return (1...9).map { "photo\($0)" }
    }

    func image(named name: String) async throws -> Image {
        open += 1
        defer { open -= 1 }
        mostAtOnce = max(mostAtOnce, open)
        try await Task.sleep(for: .milliseconds(10))
        guard name != "photo7" else { throw NotFound() }
        return Image(name: name, bytes: 1000 + name.utf8.count)
    }
}
