extension WaterfallPicture {
    static let styleSheet = """
        .slipway text.t{letter-spacing:-.2px}
        .slipway text.h,.slipway text.k{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
        .slipway text.i{fill:var(--on)}
        .slipway text.slower,.slipway text.removed{fill:var(--bad)}
        .slipway text.faster{fill:var(--good)}.slipway text.changed,.slipway text.added{fill:var(--warn)}
        .grid{stroke:var(--grid);fill:none}
        .early{fill:var(--grid);opacity:.6}
        .strip{fill:var(--paper);opacity:.8}
        .frame{fill:var(--frame);stroke:var(--edge);fill-opacity:.7}
        .moment{stroke:currentColor;stroke-width:1.5;fill:none}
        .moment.past{stroke-dasharray:5 4}
        .link{stroke:var(--ink);stroke-width:1.6;fill:none;stroke-linejoin:round}
        .hit{fill:transparent}
        .row:hover .hit,.row:focus .hit{fill:var(--ink);fill-opacity:.06}
        .row:focus{outline:none}
        .row-heading:hover .hit{fill:transparent}
        \(Palette.queueRules { ".q\($0){color:var(--q\($0))}" })
        .run{fill:currentColor}
        .before{fill:var(--muted);opacity:.75}
        .slot{fill:currentColor;fill-opacity:.16;stroke:currentColor;stroke-opacity:.65;stroke-width:.8}
        .lock{fill:url(#sw-hatch);stroke:var(--amber);stroke-width:.8}
        .waiting{stroke:var(--muted);stroke-opacity:.45;stroke-dasharray:1 3;stroke-width:1.2;fill:none}
        .backoff{stroke:var(--muted);stroke-width:2;stroke-dasharray:2 2.5;fill:none}
        .bad{fill:var(--bad)}
        .cancelled{fill:url(#sw-ended);stroke:var(--muted);stroke-width:.8}
        .fallback{fill:var(--amber)}
        .group{stroke:var(--muted);stroke-width:2;fill:none}
        .past{opacity:.45}
        .crit{stroke:var(--ink);stroke-width:1.6;stroke-opacity:1}
        .backoff.crit{stroke-width:2}
        .open{stroke:var(--busy);stroke-width:1.6;fill:none;stroke-linecap:round;stroke-linejoin:round}

        """

    /// Hatches, so that waiting for a lock and being cancelled are no mere colours.
    static let patterns = """
        <pattern id="sw-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect width="5" height="5" style="fill:var(--amber);fill-opacity:.2"/>\
        <rect width="2" height="5" style="fill:var(--amber)"/></pattern>
        <pattern id="sw-ended" width="5" height="5" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(-45)"><rect width="5" height="5" style="fill:var(--muted);fill-opacity:.15"/>\
        <rect width="1.6" height="5" style="fill:var(--muted)"/></pattern>

        """
}
