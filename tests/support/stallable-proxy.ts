// A TCP proxy that can swallow bytes: connections stay open, and new ones are accepted, but nothing arrives.
import { connect, createServer, type Socket } from 'node:net';

/** Which bytes arrive; the others are swallowed for good. */
type Flow = { toServer: boolean; toClient: boolean };

export type StallableProxy = {
  port: number;
  /** Applies to open connections, too. */
  flow: Flow;
  /** Lets that many more pieces pass in one direction and then stops it; whoever sets `flow` anew ends it. */
  stallAfter(pieces: number, direction: keyof Flow): void;
  stop(): Promise<void>;
};

export async function startStallableProxy(target: { host: string; port: number }): Promise<StallableProxy> {
  const sockets = new Set<Socket>();
  let stall: { pieces: number; direction: keyof Flow } | null = null;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    // What was swallowed once leaves a gap, so the connection can never be used again.
    let hasGap = false;
    const forward = (to: Socket, direction: keyof Flow) => (bytes: Buffer) => {
      if (stall?.direction === direction && stall.pieces-- === 0) {
        proxy.flow = { ...proxy.flow, [direction]: false };
        stall = null;
      }
      hasGap ||= !proxy.flow[direction];
      if (!hasGap) to.write(bytes);
    };
    near.on('data', forward(far, 'toServer'));
    far.on('data', forward(near, 'toClient'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxy: StallableProxy = {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    flow: { toServer: true, toClient: true },
    stallAfter(pieces, direction) {
      stall = { pieces, direction };
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
