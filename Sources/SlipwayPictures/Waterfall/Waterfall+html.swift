extension Waterfall {
    /// The picture as one page: ``svg``, and what is known of each row, shown where the pointer or the focus
    /// is.
    ///
    /// The page needs no network, and forbids itself to use one. A field filters the rows by name, state
    /// and queue; the arrow keys go from row to row, Escape clears the filter.
    public var html: String {
        var page = Markup()
        page.add(markup: "<!DOCTYPE html>\n")
        page.add("html", ["lang": "en"]) { page in
            page.add("head") { page in
                page.add(markup: "<meta charset=\"utf-8\">\n")
                page.add(
                    markup:
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        + "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                )
                page.add(
                    markup: "<meta name=\"viewport\" content=\"width=device-width\">\n"
                        + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                )
                page.add("title", text: "\(title): \(subtitles.first ?? "")")
                page.add(markup: "<style>\n\(Self.pageStyle)</style>\n")
            }
            page.add("body", ["class": "slipway"]) { page in
                page.add(markup: Self.toolbar)
                page.add(
                    markup: WaterfallPicture(WaterfallLayout(self)).text(isInteractive: true) + "\n"
                )
                page.add("div", ["id": "details", "role": "status"], text: "")
                addFacts(&page)
                page.add(markup: "<script>\n\(Self.script)</script>\n")
            }
        }
        return page.document
    }

    /// The facts of each row, hidden until the script shows them.
    private func addFacts(_ page: inout Markup) {
        page.add("div", ["hidden": "hidden"]) { page in
            for (number, row) in rows.enumerated() where row.kind != .heading {
                page.add("div", ["id": "d\(number)"]) { page in
                    page.add("h2", text: row.name)
                    page.add("dl") { page in
                        for detail in row.details {
                            page.add("dt", text: detail.name)
                            page.add("dd", text: detail.text)
                        }
                    }
                }
            }
        }
    }

    private static let toolbar = """
        <div id="bar"><input id="filter" type="search" placeholder="Filter by name, state or queue" \
        aria-label="Filter the rows" autocomplete="off"><span id="count" role="status"></span></div>

        """
}
