// The real program in a process of its own, for tests of what happens to it from outside: full disks, signals, files
// that vanish.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

export type ServerProcess = {
  child: ChildProcess;
  origin: string;
  /** What it wrote to each pipe so far; empty for one that goes elsewhere. */
  output: { stdout: string; stderr: string };
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  /** Sends the signal, SIGTERM by default. @returns how it ended. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
};

export type ServerOptions = {
  env?: Record<string, string>;
  args?: string[];
  /** Arguments for node itself. */
  nodeArgs?: string[];
  stdout?: number | 'pipe';
  stderr?: number | 'pipe';
};

const MAIN = 'src/server/main.ts';

/** Much of a start is compiling, which the next start finds done. */
const COMPILED = { NODE_COMPILE_CACHE: 'node_modules/.cache/node-compile' };

/**
 * Starts the program on `dataDir`.
 * @returns when it responds. @throws with its output when it ends instead.
 */
export async function startServer(
  dataDir: string,
  { env, args = [], nodeArgs = [], stdout = 'pipe', stderr = 'pipe' }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
    stdio: ['ignore', stdout, stderr],
    env: { ...COMPILED, PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  let isOver = false;
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => {
      isOver = true;
      resolve(code ?? signal ?? 0);
    });
  });
  const get = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);
  // Asked rather than read from the log, because some tests make the log unreadable.
  while (!(await get('/api/csrf-token').catch(() => null))) {
    if (isOver) throw new Error(`the server ended:\n${output.stdout}${output.stderr}`);
    await pause(20);
  }
  return {
    child,
    origin,
    output,
    fetch: get,
    exited,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs the program to its end. @returns its exit code, and the messages of its log or whatever else it printed. */
export function runProgram(dataDir: string, args: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://proofbell.test',
      PORT: '0',
      DATA_DIR: dataDir,
      ...COMPILED,
      ...env,
    },
  });
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  const messages = lines.map((line) => (line.startsWith('{') ? (JSON.parse(line) as { msg: string }).msg : line));
  return { status, stdout, stderr, lines, messages };
}
