extension WaterfallPicture {
    static func rules(_ palette: Palette) -> String {
        """
        .slipway text.t{letter-spacing:-.2px}
        .slipway text.h,.slipway text.k{paint-order:stroke;stroke:\(palette.paper);stroke-width:3px;stroke-linejoin:round}
        .slipway text.i{fill:\(palette.on)}
        .slipway text.slower,.slipway text.removed{fill:\(palette.bad)}
        .slipway text.faster{fill:\(palette.good)}.slipway text.changed,.slipway text.added{fill:\(palette.warn)}
        .grid{stroke:\(palette.grid);fill:none}
        .early{fill:\(palette.grid);opacity:.6}
        .strip{fill:\(palette.paper);opacity:.8}
        .frame{fill:\(palette.frame);stroke:\(palette.edge);fill-opacity:.7}
        .moment{stroke:currentColor;stroke-width:1.5;fill:none}
        .moment.past{stroke-dasharray:5 4}
        .link{stroke:\(palette.ink);stroke-width:1.6;fill:none;stroke-linejoin:round}
        .hit{fill:none;pointer-events:all}
        .row:hover .hit,.row:focus .hit{fill:\(palette.ink);fill-opacity:.06}
        .row:focus{outline:none}
        .row-heading:hover .hit{fill:none}
        .run{fill:currentColor}
        .before{fill:\(palette.muted);opacity:.75}
        .slot{fill:currentColor;fill-opacity:.16;stroke:currentColor;stroke-opacity:.65;stroke-width:.8}
        .lock{fill:url(#sw-hatch);stroke:\(palette.amber);stroke-width:.8}
        .waiting{stroke:\(palette.muted);stroke-opacity:.45;stroke-dasharray:1 3;stroke-width:1.2;fill:none}
        .backoff{stroke:\(palette.muted);stroke-width:2;stroke-dasharray:2 2.5;fill:none}
        .bad{fill:\(palette.bad)}
        .cancelled{fill:url(#sw-ended);stroke:\(palette.muted);stroke-width:.8}
        .fallback{fill:\(palette.amber)}
        .group{stroke:\(palette.muted);stroke-width:2;fill:none}
        .past{opacity:.45}
        .crit{stroke:\(palette.ink);stroke-width:1.6;stroke-opacity:1}
        .backoff.crit{stroke-width:2}
        .open{stroke:\(palette.busy);stroke-width:1.6;fill:none;stroke-linecap:round;stroke-linejoin:round}

        """
    }

    /// Hatches, so that waiting for a lock and being cancelled are no mere colours.
    static let patterns = """
        <pattern id="sw-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect width="5" height="5" class="ink-amber" fill-opacity=".2"/>\
        <rect width="2" height="5" class="ink-amber"/></pattern>
        <pattern id="sw-ended" width="5" height="5" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(-45)"><rect width="5" height="5" class="ink-muted" fill-opacity=".15"/>\
        <rect width="1.6" height="5" class="ink-muted"/></pattern>

        """
}
