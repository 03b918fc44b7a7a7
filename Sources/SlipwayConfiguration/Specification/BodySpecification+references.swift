extension BodySpecification {
    /// The references in the body's texts, with repetitions.
    package var references: [ValueReference] { templates.flatMap(\.references) }

    /// Whether the body may return another value than null; of a group, whether it names an
    /// operation in it whose value is its own.
    var givesValue: Bool {
        switch self {
        case .exec(let exec): exec.output != .none
        case .http(let http): http.output != .none
        case .group(let group): group.value != nil
        case .wait, .write, .deliver, .sleep: false
        }
    }

    private var templates: [Template] {
        switch self {
        case .exec(let exec):
            exec.command + Array(exec.environment.values)
                + [exec.directory, exec.stdin].compactMap(\.self)
        case .http(let http):
            [http.url] + Array(http.headers.values) + [http.body].compactMap(\.self)
        case .wait(let wait):
            switch wait.target {
            case .tcp(let template), .socket(let template), .file(let template),
                .http(let template):
                [template]
            }
        case .write(let write):
            [write.path, write.content]
        case .deliver(let deliver):
            [deliver.socket]
        case .sleep, .group:
            []
        }
    }
}
