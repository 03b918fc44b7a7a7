internal import Glibc
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayOperations
internal import SlipwayProcess

/// Mutated URLs of a file, a value and a redirect: each request ends with a value or with an error
/// in one line.
///
/// Run it in its own network namespace.
struct URLCampaign {
    private let worker: Worker
    private let mutator = URLCorpus.mutator()
    private let server: AnsweringServer
    private let runner: BodyRunner

    init(_ worker: Worker) throws(Broken) {
        self.worker = worker
        let log = OutputLog(.lines(STDERR_FILENO))
        let programs = Programs(log: log, folder: NotifyFolder(in: nil))
        runner = BodyRunner(environment: [:], log: log, programs: programs)
        server = try AnsweringServer(port: URLCorpus.port, socket: URLCorpus.socket)
    }

    func run() async {
        for index in worker.options.cases {
            var random = worker.begin(index)
            let input = mutator.input(&random)
            let text = String(decoding: input, as: UTF8.self)
            server.answers = AnswerMaker(mutator).answers(pointingTo: input, &random)
            do throws(Broken) {
                switch random.below(10) {
                case 0..<4: try await checkText(text, &random)
                case 4..<8: try await checkRedirect(text, &random)
                default: try await checkValue(text)
                }
            } catch {
                worker.tell(error, index..<index + 1, input: input)
            }
        }
        await runner.shutdown()
    }

    /// A URL in a file.
    private func checkText(
        _ text: String,
        _ random: inout SeededGenerator
    ) async throws(Broken) {
        let template = Template(literal: text)
        switch Result(catching: { () throws(HostAndPortFault) in try HostAndPort(parsing: text) }) {
        case .success(let address):
            guard (try? HostAndPort(parsing: address.description)) == address else {
                throw Broken("another address when it is read again")
            }
            try await request(.wait(wait(.tcp(template))))
        case .failure(let fault): try Shown.check(message: fault.description)
        }
        switch Result(catching: { () throws(URLFault) in try RequestURL(parsing: text) }) {
        case .success(let url):
            worker.progress.count(.accepted)
            try URLCheck.check(url)
        case .failure(let fault):
            try Shown.check(message: fault.description)
            // The body must refuse it as well.
            guard random.chance(10) else { return }
        }
        if random.chance(20) {
            try await request(.wait(wait(.http(ProbeSpecification(url: template)))))
        } else {
            var specification = http(template, random.pick([.none, .json, .text]))
            if random.chance(20) {
                specification.method = .post
                let body = String(repeating: "x", count: 1 << random.below(20))
                specification.body = Template(literal: body)
            }
            try await request(.http(specification))
        }
    }

    /// A URL of a redirect.
    private func checkRedirect(
        _ text: String,
        _ random: inout SeededGenerator
    ) async throws(Broken) {
        let start = random.pick(URLCorpus.served)
        if let base = try? RequestURL(parsing: start), let url = try? base.resolving(text) {
            worker.progress.count(.accepted)
            try URLCheck.check(url)
        }
        try await request(.http(http(Template(literal: start), .text)))
    }

    /// A value that is filled into a URL.
    private func checkValue(_ text: String) async throws(Broken) {
        let reference = Template.Segment.reference(.operation("o", path: []))
        let values = TemplateValues(operations: ["o": .string(text)])
        for template in URLCorpus.templates(around: reference) {
            if let url = try? template.url(values) {
                worker.progress.count(.accepted)
                try URLCheck.check(url)
                if case .literal(let start) = template.segments.first {
                    try URLCheck.check(url, isOf: start)
                }
            }
            try await request(.http(http(template, .none)), values)
        }
    }
}

extension URLCampaign {
    private func http(
        _ url: Template,
        _ output: HTTPSpecification.Output
    ) -> HTTPSpecification {
        HTTPSpecification(url: url, output: output, tryTimeout: .milliseconds(500))
    }

    private func wait(_ target: WaitSpecification.Target) -> WaitSpecification {
        WaitSpecification(
            target: target,
            every: .milliseconds(1),
            tryTimeout: .milliseconds(50)
        )
    }

    /// Runs a body; one that waits is cancelled soon.
    private func request(
        _ body: BodySpecification,
        _ values: TemplateValues = TemplateValues()
    ) async throws(Broken) {
        let message = await withTaskGroup(of: String?.self) { group in
            group.addTask { [runner] in
                do {
                    let owner = BodyOwner(name: "fuzz")
                    _ = try await runner.run(body, of: owner, values: values, grace: .seconds(1))
                    return nil
                } catch {
                    return "\(error)"
                }
            }
            if case .wait = body {
                try? await Task.sleep(for: .milliseconds(3))
                group.cancelAll()
            }
            return await group.next() ?? nil
        }
        if let message { try Shown.check(message: message) }
    }
}
