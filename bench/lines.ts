// A few connections to a server that take requests as finished text: Node's own client costs about as much processor time
// as the server under test, and on the same machine its pauses would show up as the server's.
import { connect, type Socket } from 'node:net';

export type Lines = {
  /** Sends a request on a free connection, or on the first that is freed. @returns the answer's status. */
  send(text: string): Promise<number>;
  close(): void;
};

type Waiting = { text: string; answered: PromiseWithResolvers<number> };

/** @param count of connections, opened at once. Answers must have no body, as 204 has none. */
export async function openLines(port: number, count: number): Promise<Lines> {
  const free: Socket[] = [];
  const asked = new Map<Socket, PromiseWithResolvers<number>>();
  const waiting: Waiting[] = [];

  const ask = (socket: Socket, { text, answered }: Waiting) => {
    asked.set(socket, answered);
    socket.write(text);
  };
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      received += part;
      if (!received.endsWith('\r\n\r\n')) return;
      asked.get(socket)?.resolve(Number(received.slice(9, 12)));
      received = '';
      const next = waiting.shift();
      if (next) ask(socket, next);
      else free.push(socket);
    });
    socket.on('close', () => asked.get(socket)?.reject(new Error('the connection was closed')));
    return socket;
  };
  free.push(...(await Promise.all(Array.from({ length: count }, open))));
  const all = [...free];

  return {
    send(text) {
      const answered = Promise.withResolvers<number>();
      // The longest unused one: a server closes those that nobody uses.
      const socket = free.shift();
      if (socket) ask(socket, { text, answered });
      else waiting.push({ text, answered });
      return answered.promise;
    },
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}
