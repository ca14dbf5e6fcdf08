// Vitest's global setup: a built client and widget, which a real server process needs to start.
import { spawnSync } from 'node:child_process';

export default function build(): void {
  const { status, stderr } = spawnSync(process.execPath, ['build/index.ts', '--stale'], {
    encoding: 'utf8',
    // Vitest's own would make a build for development. A widget over its budget fails one test (tests/widget-build.test.ts).
    env: { ...process.env, NODE_ENV: 'production', WIDGET_OVER_BUDGET: 'warn' },
  });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
}
