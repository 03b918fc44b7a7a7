/// A sign for each mark; its shape alone tells it from the others, without its colour.
enum MarkSymbols {
    /// The signs, to be used by their ``identifier(_:)``.
    static let definitions = Waterfall.Mark.allCases.map { mark in
        "<symbol id=\"\(identifier(mark))\" viewBox=\"0 0 12 12\">\(shape(mark))</symbol>\n"
    }
    .joined()

    static func identifier(_ mark: Waterfall.Mark) -> String { "sw-\(mark.rawValue)" }

    static func rules(_ palette: Palette) -> String {
        """
        .f{fill:currentColor;stroke:none}
        .l{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
        .o{fill:none;stroke:\(palette.on);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
        .c-succeeded{color:\(palette.good)}.c-degraded{color:\(palette.warn)}.c-failed,.c-timedOut{color:\(palette.bad)}
        .c-cancelled,.c-skipped,.c-waiting{color:\(palette.muted)}.c-running{color:\(palette.busy)}
        .slipway text.degraded{fill:\(palette.warn)}.slipway text.failed,.slipway text.timedOut{fill:\(palette.bad)}
        .slipway text.running{fill:\(palette.busy)}.slipway text.succeeded{fill:\(palette.good)}

        """
    }

    private static func shape(_ mark: Waterfall.Mark) -> String {
        switch mark {
        // Nearly all operations end like this: a tick asks for no attention.
        case .succeeded: path("l", "M2.4 6.4L5 9L9.8 3.4")
        case .degraded: path("f", "M6 .8L11.6 11H.4Z") + path("o", "M6 4.6V7.2M6 9.1V9.2")
        case .failed:
            path("f", "M3.5.4H8.5L11.6 3.5V8.5L8.5 11.6H3.5L.4 8.5V3.5Z")
                + path("o", "M4.1 4.1L7.9 7.9M7.9 4.1L4.1 7.9")
        case .timedOut: circle("f", 5.7) + path("o", "M6 3V6.2L8.2 7.6")
        case .cancelled: circle("l", 4.7) + path("l", "M2.9 9.1L9.1 2.9")
        case .skipped: path("l", "M2 3L5.4 6L2 9M6.4 3L9.8 6L6.4 9")
        case .running: path("f", "M2.6 1.2L10.6 6L2.6 10.8Z")
        case .waiting: circle("l", 4.3)
        }
    }

    private static func path(_ style: String, _ data: String) -> String {
        "<path class=\"\(style)\" d=\"\(data)\"/>"
    }

    private static func circle(_ style: String, _ radius: Double) -> String {
        "<circle class=\"\(style)\" cx=\"6\" cy=\"6\" r=\"\(radius.pixels)\"/>"
    }
}
