extension Waterfall {
    static let pageStyle = Palette.styleSheet { palette in
        """
        html{color-scheme:light dark}
        body{margin:0;background:\(palette.paper);color:\(palette.ink);\
        font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
        body>svg{display:block;margin:0 auto;max-width:none}
        #bar{position:sticky;top:0;z-index:1;width:1152px;margin:0 auto;padding:10px 24px;background:\(palette.paper);\
        border-bottom:1px solid \(palette.grid)}
        #filter{font:inherit;width:320px;padding:5px 9px;color:inherit;background:\(palette.frame);\
        border:1px solid \(palette.edge);border-radius:6px}
        #count{margin-left:12px;color:\(palette.muted)}
        #details{position:fixed;z-index:2;display:none;max-width:460px;max-height:70vh;overflow:auto;padding:10px 14px;\
        background:\(palette.paper);border:1px solid \(palette.edge);border-radius:8px;\
        box-shadow:0 6px 24px rgba(0,0,0,.22);overflow-wrap:anywhere;pointer-events:none}
        #details h2{font-size:14px;margin:0 0 6px}
        #details dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:0}
        #details dt{color:\(palette.muted)}
        #details dd{margin:0}
        .row:focus .hit{stroke:\(palette.busy);stroke-width:1.5}
        .filtered .ground .frame,.filtered .ground .link,.filtered .scale:not(.top){display:none}
        .away{display:none}

        """
    }

    static let script = """
        (() => {
          const $ = id => document.getElementById(id);
          const svg = document.querySelector('svg.slipway'), panel = $('details');
          const all = [...document.querySelectorAll('.row')].map(row => {
            const box = row.querySelector('.hit'), facts = $('d' + row.id.slice(1));
            return { row, facts, y: +box.getAttribute('y'), height: +box.getAttribute('height'),
              text: facts ? facts.textContent.toLowerCase() : '' };
          });
          const of = new Map(all.map(entry => [entry.row, entry]));

          function show(row, x, y) {
            const entry = of.get(row);
            if (!entry || !entry.facts) return hide();
            panel.replaceChildren(...[...entry.facts.childNodes].map(node => node.cloneNode(true)));
            panel.style.display = 'block';
            const size = panel.getBoundingClientRect();
            panel.style.left = Math.max(8, Math.min(x + 18, innerWidth - size.width - 8)) + 'px';
            const below = y + 18 + size.height < innerHeight;
            panel.style.top = Math.max(8, below ? y + 18 : y - 12 - size.height) + 'px';
          }
          function hide() { panel.style.display = 'none'; }

          svg.addEventListener('mousemove', event => {
            const row = event.target.closest('.row');
            if (row) show(row, event.clientX, event.clientY); else hide();
          });
          svg.addEventListener('mouseleave', hide);
          svg.addEventListener('focusin', event => {
            const row = event.target.closest('.row');
            if (!row) return;
            const box = row.querySelector('.hit').getBoundingClientRect();
            show(row, box.left + 260, box.bottom - 12);
          });
          svg.addEventListener('focusout', hide);

          function filter() {
            const words = $('filter').value.toLowerCase().split(/\\s+/).filter(Boolean);
            let y = all.length ? all[0].y : 0, shown = 0;
            for (const entry of all) {
              const fits = !words.length || (entry.facts && words.every(word => entry.text.includes(word)));
              entry.row.classList.toggle('away', !fits);
              if (!fits) continue;
              if (words.length) entry.row.setAttribute('transform', `translate(0 ${y - entry.y})`);
              else entry.row.removeAttribute('transform');
              y += entry.height;
              if (entry.facts) shown += 1;
            }
            svg.classList.toggle('filtered', words.length > 0);
            $('count').textContent = words.length ? `${shown} of ${all.filter(entry => entry.facts).length} rows` : '';
            hide();
          }
          $('filter').addEventListener('input', filter);

          addEventListener('keydown', event => {
            if (event.key === 'Escape') { $('filter').value = ''; filter(); document.activeElement.blur(); }
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            const rows = all.filter(entry => entry.facts && !entry.row.classList.contains('away'));
            const at = rows.findIndex(entry => entry.row === document.activeElement);
            const next = rows[event.key === 'ArrowDown' ? at + 1 : Math.max(at - 1, 0)];
            if (!next) return;
            event.preventDefault();
            next.row.focus();
          });
        })();

        """
}
