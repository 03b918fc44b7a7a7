/// The colours of all drawings, for light and dark surroundings: the reader's system says which.
///
/// Rules have the colours themselves: a viewer that is no browser knows neither variables nor media queries, and takes
/// what it does not know for black.
struct Palette {
    let paper, ink, muted, grid, frame, edge: String
    /// The colour of signs that lie on a colour.
    let on: String
    let good, warn, amber, bad, busy: String
    /// The colours of the queues.
    let queues: [String]

    /// The number of colours for queues; of more queues, some have the same colour.
    static let queueCount = 8

    /// The rules of a drawing: for light surroundings, and again for dark ones.
    static func styleSheet(_ rules: (Palette) -> String) -> String {
        "\(rules(light))@media (prefers-color-scheme:dark){\n\(rules(dark))}\n"
    }

    /// The rules that all drawings have.
    var common: String {
        """
        .slipway text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;fill:\(ink)}
        .slipway .b{font-weight:600}
        .slipway .m{fill:\(muted)}
        .paper{fill:\(paper)}
        .ink-muted{fill:\(muted)}.ink-bad{fill:\(bad)}.ink-amber{fill:\(amber)}
        \(queues.enumerated().map { ".q\($0.offset){color:\($0.element)}" }.joined())

        """
    }

    private static let light = Palette(
        paper: "#ffffff",
        ink: "#1b1f24",
        muted: "#616975",
        grid: "#e4e8ed",
        frame: "#f5f7fa",
        edge: "#cfd6de",
        on: "#ffffff",
        good: "#1a7f37",
        warn: "#9a6700",
        amber: "#d99a1c",
        bad: "#cf222e",
        busy: "#0969da",
        queues: [
            "#3a6fd8", "#12908a", "#7d57d6", "#b8467f", "#2b8fb8", "#67842c", "#66758a", "#97693f",
        ]
    )

    private static let dark = Palette(
        paper: "#0f141a",
        ink: "#e8edf3",
        muted: "#98a3b0",
        grid: "#232b35",
        frame: "#161d26",
        edge: "#354150",
        on: "#0b1016",
        good: "#4fc46a",
        warn: "#e0ae3c",
        amber: "#c98f1d",
        bad: "#f4716b",
        busy: "#64a9ff",
        queues: [
            "#6b9bf2", "#3dbab2", "#a68bf0", "#de7fae", "#5bb9de", "#9fbd5b", "#93a3b8", "#c99b6c",
        ]
    )
}
