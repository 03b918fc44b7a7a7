/// The colours of all drawings, for light and dark surroundings: the reader's system says which.
///
/// Rules of a style sheet name them as variables, `var(--ink)`.
enum Palette {
    /// The number of colours for queues, `--q0`, `--q1`, …; of more queues some have the same.
    static let queues = 8

    static let styleSheet = """
        .slipway{\(variables(light))}
        @media (prefers-color-scheme:dark){.slipway{\(variables(dark))}}
        .slipway text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;fill:var(--ink)}
        .slipway .b{font-weight:600}
        .slipway .m{fill:var(--muted)}
        .paper{fill:var(--paper)}

        """

    /// A rule for each colour of a queue.
    static func queueRules(_ rule: (Int) -> String) -> String {
        (0..<queues).map(rule).joined()
    }

    private static func variables(_ colours: KeyValuePairs<String, String>) -> String {
        colours.map { "--\($0):\($1)" }.joined(separator: ";")
    }

    private static let light: KeyValuePairs<String, String> = [
        "paper": "#ffffff", "ink": "#1b1f24", "muted": "#616975", "grid": "#e4e8ed",
        "frame": "#f5f7fa", "edge": "#cfd6de", "on": "#ffffff",
        "good": "#1a7f37", "warn": "#9a6700", "amber": "#d99a1c", "bad": "#cf222e",
        "busy": "#0969da",
        "q0": "#3a6fd8", "q1": "#12908a", "q2": "#7d57d6", "q3": "#b8467f",
        "q4": "#2b8fb8", "q5": "#67842c", "q6": "#66758a", "q7": "#97693f",
    ]

    private static let dark: KeyValuePairs<String, String> = [
        "paper": "#0f141a", "ink": "#e8edf3", "muted": "#98a3b0", "grid": "#232b35",
        "frame": "#161d26", "edge": "#354150", "on": "#0b1016",
        "good": "#4fc46a", "warn": "#e0ae3c", "amber": "#c98f1d", "bad": "#f4716b",
        "busy": "#64a9ff",
        "q0": "#6b9bf2", "q1": "#3dbab2", "q2": "#a68bf0", "q3": "#de7fae",
        "q4": "#5bb9de", "q5": "#9fbd5b", "q6": "#93a3b8", "q7": "#c99b6c",
    ]
}
