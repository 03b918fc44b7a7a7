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
      let id, answer;
      try {
        const action = JSON.parse(line);
        id = action.id;
        const ok = (await handle(action.kind, action.payload, action.attempt)) || true;
        // What JSON cannot say is an error, too: without an answer it would run again.
        answer = JSON.stringify({ id, ok });
      } catch (error) {
        answer = JSON.stringify({ id, error: String(error?.message || error) });
      }
      connection.end(answer + "\n");
    });
  });
  return server.listen(path);
};
