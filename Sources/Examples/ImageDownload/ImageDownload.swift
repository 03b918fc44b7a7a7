import Slipway

extension Queue {
    /// The downloads' own queue, whose width limits the number of connections.
    static let downloads = Queue.named("downloads")
}

/// Downloads that are known only after an index was read: an operation adds them to its own launch.
@main struct ImageDownload {
    static func main() async throws {
        let server = Server()
        var plan = Plan("gallery")
        plan.queues[.downloads] = .fixed(4)
        plan.add("index") { context in
            let names = try await server.index()
            try context.add { plan in addGallery(of: names, from: server, to: &plan) }
        }
        try await Launch(Graph(plan)).run(until: .ready)
        print("at most \(await server.mostAtOnce) downloads at the same time")
    }

    private static func addGallery(of names: [String], from server: Server, to plan: inout Plan) {
        // The frame needs all of its parts ...
        let frame = plan.all(
            "frame",
            of: ["left", "right"].map { side in
                plan.add("frame-\(side)", on: .downloads, priority: .high) {
                    try await server.image(named: side)
                }
            }
        )
        // ... but some of the images may be missing.
        let images = plan.collect(
            "images",
            of: names.map { name in
                plan.add(
                    "image-\(name)",
                    on: .downloads,
                    optional: true,
                    retry: .constant(attempts: 2, pause: .milliseconds(5))
                ) { try await server.image(named: name) }
            }
        )
        plan.add("show", reading: frame, images, on: .main) { frame, images in
            print("\(frame.count) parts of a frame")
            for result in images {
                switch result {
                case .success(let image): print("\(image.name): \(image.bytes) bytes")
                case .failure(let failure): print(failure)
                }
            }
        }
    }
}
