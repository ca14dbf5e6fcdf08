#!/usr/bin/env node
// Does nothing, on purpose. better-sqlite3 ships its binaries and says so (gypfile: false), but npm 10 reads the lock
// file, where that is not written, finds a binding.gyp, and calls node-gyp, which needs Python and a compiler that a
// fresh machine need not have. npm looks for `node-gyp` in this project's node_modules/.bin first, and finds this.
// npm 11 is told by allowScripts in package.json and never comes here.
