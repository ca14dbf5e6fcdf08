// A few connections that send requests as prepared text. Node's own client uses about as much CPU as the server under
// test, and on the same machine its pauses would look like the server's.
import { connect, type Socket } from 'node:net';

export type Lines = {
  /** Sends a request on the next free connection. @returns the response's status. */
  send(text: string): Promise<number>;
  close(): void;
};

type Waiting = { text: string; answered: PromiseWithResolvers<number> };

/** @returns whether all of a response has come. Responses must have a Content-Length, or no body. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
  return head >= 0 && received.length >= head + 4 + length;
}

/** @param count of connections, all opened immediately. */
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
      if (!isWhole(received)) return;
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
      // The one idle the longest, because servers close idle connections.
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
