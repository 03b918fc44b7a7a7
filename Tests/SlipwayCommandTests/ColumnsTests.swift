import Testing

@testable import SlipwayCommand

/// The columns that a terminal takes for a text.
struct ColumnsTests {
    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("🚢", 2),
            ("✔\u{FE0F}", 2), ("●✓", 2),
        ]
    )
    func wideCharactersTakeTwoAndMarksNone(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}tage", 3, "e\u{301}t…"),
        ]
    )
    func aTextIsCutBetweenTwoCharacters(text: String, limit: Int, cut: String) {
        #expect(text.cut(toColumns: limit) == cut)
        #expect(text.cut(toColumns: limit).columns <= limit)
    }

    @Test func aTextIsFilledUp() {
        #expect("日".fitted(toColumns: 4) == "日  ")
        #expect("ab".fitted(toColumns: 4, right: true) == "  ab")
    }

    @Test(arguments: [
        (0, 80, "\r"), (80, 80, "\r"), (81, 80, "\r\u{1B}[1A"), (100, 20, "\r\u{1B}[4A"),
    ])
    func aLineThatTheTerminalHasWrappedIsTakenAwayAsAWhole(
        length: Int,
        columns: Int,
        back: String
    ) {
        #expect(LiveLine.back(over: length, in: columns) == back)
    }

    @Test(
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LC_ALL": "en_US.utf8", "LANG": "C"], true),
            (["LANG": "C"], false), (["LC_ALL": "", "LANG": "POSIX"], false), ([:], true),
        ]
    )
    func aLocaleWithoutUnicodeGetsOtherCharacters(
        environment: [String: String],
        isUnicode: Bool
    ) {
        #expect((Glyphs.fitting { environment[$0] } == .unicode) == isUnicode)
        #expect(Glyphs.fitting { environment[$0] } == (isUnicode ? .unicode : .ascii))
    }
}
