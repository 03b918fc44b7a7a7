// Takes the launch actions that slipwayd delivers: a connection each, a line of JSON there and back.
const fs = require("node:fs");
const net = require("node:net");
const readline = require("node:readline");

/** Calls handle(kind, payload, attempt): done when its promise is kept, failed if it is not. */
exports.listen = (path, handle) => {
  fs.rmSync(path, { force: true }); // Left by a process that was killed.
  const server = net.createServer((connection) => {
    connection.on("error", () => {}); // Its time was over.
    readline.createInterface({ input: connection }).once("line", async (line) => {
      const { id, kind, payload, attempt } = JSON.parse(line);
      let answer;
      try {
        answer = { id, ok: (await handle(kind, payload, attempt)) || true };
      } catch (error) {
        answer = { id, error: String(error.message || error) };
      }
      connection.end(JSON.stringify(answer) + "\n");
    });
  });
  return server.listen(path);
};
