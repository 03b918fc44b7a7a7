// Finds the sections that have every word: those whose heading has them first.
const query = new URLSearchParams(location.search).get("q") ?? "";
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
document.querySelectorAll("input[type=search]").forEach((input) => { input.value = query; });

const rank = ([, page, heading, text]) => {
    const title = `${page} ${heading}`.toLowerCase(), all = `${title} ${text.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return 0;
    return 1 + words.filter((word) => title.includes(word)).length * 10 +
        words.filter((word) => heading.toLowerCase() === word || page.toLowerCase() === word).length * 20;
};

const excerpt = (text) => {
    const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
    const start = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
    return (start ? "… " : "") + text.slice(start, start + 180) + (text.length > start + 180 ? " …" : "");
};

const found = words.length === 0 ? [] : sections.map((section) => [rank(section), section])
    .filter(([value]) => value > 0).sort((a, b) => b[0] - a[0]).map(([, section]) => section);
document.getElementById("count").textContent =
    words.length === 0 ? "" : found.length === 1 ? "1 section" : `${found.length} sections`;
document.getElementById("found").append(...found.slice(0, 50).map(([address, page, heading, text]) => {
    const item = document.createElement("li"), link = document.createElement("a"), line = document.createElement("p");
    link.href = address;
    link.textContent = heading ? `${page}: ${heading}` : page;
    line.textContent = excerpt(text);
    item.append(link, line);
    return item;
}));
