import Slipway

extension Queue {
    /// The downloads' own queue, whose width limits the number of connections.
    static let downloads = Queue.named("downloads")
}

/// Downloads that are known only after an index was read: the launch gets an operation for each of them.
@main struct ImageDownload {
    static func main() async throws {
        let server = Server()
        var plan = Plan("gallery")
        plan.queues[.downloads] = .fixed(4)
        let names = plan.add("index") { try await server.index() }
        // Some of the images may be missing ...
        let images = plan.map(
            "images",
            over: names,
            on: .downloads,
            retry: .constant(attempts: 2, pause: .milliseconds(5)),
            fallback: .value(nil)
        ) { name -> Server.Image? in try await server.image(named: name) }
        // ... but the frame needs all of its parts.
        let frame = plan.all(
            "frame",
            of: ["left", "right"].map { side in
                plan.add("frame-\(side)", on: .downloads, priority: .high) {
                    try await server.image(named: side)
                }
            }
        )
        plan.add("show", reading: frame, names, images, on: .main) { frame, names, images in
            print("\(frame.count) parts of a frame")
            for (name, image) in zip(names, images) {
                print(image.map { "\(name): \($0.bytes) bytes" } ?? "\(name) is missing")
            }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        print("at most \(await server.mostAtOnce) downloads at the same time")
    }
}
