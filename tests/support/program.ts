// The program as a process of its own, for tests that send it signals or run several at once.
import { spawn } from 'node:child_process';
import { freePort } from './ports.ts';

type Exit = { code: number | null; signal: NodeJS.Signals | null };
export type Program = {
  origin: string;
  port: number;
  /** Its log as parsed lines; other output as `{ msg }`. */
  lines: { msg?: string; [key: string]: unknown }[];
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
  /** Waits for a line that contains `text`. @throws when the program ends without it. */
  says(text: string): Promise<void>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Exit>;
};

const parse = (line: string): { msg?: string } => {
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line };
  }
};

/** Starts a command of the program; `[]` is the server. @param environment nothing else but PATH, HOST, PORT is set. */
export async function startProgram(
  args: readonly string[],
  environment: Record<string, string>,
  options: { uid?: number; gid?: number } = {},
): Promise<Program> {
  const port = await freePort();
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...environment };
  const child = spawn(process.execPath, ['src/server/main.ts', ...args], { ...options, env });
  const lines: Program['lines'] = [];
  const watchers = new Set<() => void>();
  let rest = '';
  const take = (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.filter((part) => part !== '').map(parse));
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    lines,
    exited,
    kill: (signal) => void child.kill(signal),
    says: (text) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          if (!lines.some((line) => JSON.stringify(line).includes(text))) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
        void exited.then(() => reject(new Error(`ended without "${text}":\n${JSON.stringify(lines, null, 1)}`)));
      }),
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
