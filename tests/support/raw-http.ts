// Requests as bytes over a socket, for what no HTTP client sends.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  write(text: string): void;
  /** Resolves when the server has ended the connection, with all that it said. */
  ended: Promise<string>;
};

/** Errors of the connection only end it. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let said = '';
  socket.setEncoding('latin1').on('data', (text) => {
    said += text;
  });
  socket.on('error', () => {});
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
  return { socket, ended, write: (text) => void (socket.writable && socket.write(text, 'latin1')) };
}

/** @returns the status of a response as text; 0 when there was none. */
export const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
