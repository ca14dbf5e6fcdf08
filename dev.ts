// Development: the server restarts on change, Vite serves the client with hot replacement, and the widget is rebuilt on
// change. Everything is on PORT; the server itself runs one port higher.
import { spawn } from 'node:child_process';
import { createBuilder, createServer } from 'vite';
import { buildApi } from './build/api.ts';

// Before the first builder, which would otherwise set it to production, without the gallery and React's warnings.
process.env.NODE_ENV = 'development';

const port = Number(process.env.PORT ?? 3000);
const target = `http://localhost:${port + 1}`;

const builder = await createBuilder({
  logLevel: 'warn',
  // Not emptied: each build would delete the other's files.
  environments: {
    widget: { build: { watch: {}, emptyOutDir: false } },
    inspector: { build: { watch: {} } },
  },
});
const { widget, inspector } = builder.environments;
for (const one of [widget, inspector]) if (one) await builder.build(one);

buildApi();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
});

const vite = await createServer({
  server: {
    port,
    strictPort: true,
    proxy: { '/api': target, '^/widget(-\\w+)?\\.js$': target, '/demo': target, '^/verify-email(?:\\?|$)': target },
  },
});
await vite.listen();
vite.printUrls();

const close = async () => {
  server.kill('SIGTERM');
  await vite.close();
  process.exit(0);
};
process.on('SIGTERM', close);
process.on('SIGINT', close);
