#!/usr/bin/node
// The same player as player.py, in Node.js: player.js SOCKET
const { setTimeout } = require("node:timers/promises");
const actions = require("./actions.js");

const songs = { waltz: 3, tango: 2 };

actions.listen(process.argv[2], async (kind, payload, attempt) => {
  const { song, seconds = 0 } = payload;
  if (!Object.hasOwn(songs, song)) {
    throw new Error(`there is no song '${song}'; there are ${Object.keys(songs).join(", ")}`);
  }
  console.log(`plays ${song}, attempt ${attempt}`);
  await setTimeout(seconds * 1000);
  return { beats: songs[song] };
});
