extension BodySpecification {
    /// The references in the body's texts, with repetitions.
    package var references: [ValueReference] { templates.flatMap(\.references) }

    /// Whether the body may return another value than null.
    var givesValue: Bool {
        switch self {
        case .exec(let exec): exec.output != .none
        case .http(let http): http.output != .none
        case .wait, .sleep: false
        }
    }

    private var templates: [Template] {
        switch self {
        case .exec(let exec):
            exec.command + Array(exec.environment.values)
                + [exec.directory, exec.input].compactMap(\.self)
        case .http(let http):
            [http.url] + Array(http.headers.values) + [http.body].compactMap(\.self)
        case .wait(let wait):
            switch wait.target {
            case .tcp(let template), .socket(let template), .file(let template),
                .http(let template):
                [template]
            }
        case .sleep:
            []
        }
    }
}
