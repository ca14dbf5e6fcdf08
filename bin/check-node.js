// Plain JavaScript on purpose: an old Node cannot even load a .ts entry, so it could not explain itself.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Proofbell runs on Node 24, which \`npm install\` brings along; this is Node ${process.versions.node}.\n` +
      'Run it through npm (`npm start`, `npm test`), or `npm install` again if node_modules/.bin/node is missing.',
  );
  process.exit(1);
}
