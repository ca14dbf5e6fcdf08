// A visitor of a test's application, without a browser: the real widget on a stage, against the real server.
import { BROWSER, START, type TestApp } from './app.ts';
import { enterStage, makeStage, pass, type Stage, start } from './widget-stage.ts';

/** Freezes the browser's clock at the server's time, and random numbers. The server itself works in real time. */
export function enterVisit(): void {
  enterStage({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

export type Visit = Stage & {
  /** Lets the visitor's time pass, and the server respond. */
  pass(seconds: number): Promise<void>;
  /** Ends the visit, since there is only one stage. */
  leave(): void;
};

const read = async (response: Response) => ({ status: response.status, text: await response.text() });

/** A customer's page with the site's embed tag. Resolves when the widget has its payload. */
export async function visit(app: TestApp, siteId: string): Promise<Visit> {
  const stage = makeStage({
    siteId,
    async backend(url, { method, body }) {
      const { pathname } = new URL(url);
      const headers = { 'user-agent': BROWSER, ...(body && { 'content-type': 'text/plain' }) };
      const { status, text } = await read(
        await app.fetch(pathname, { method: method ?? 'GET', headers, ...(body && { body }) }),
      );
      // Already read, so nothing that the widget still waits for takes real time.
      return { status, text: async () => text } as Response;
    },
  });
  const answered = async () => {
    for (let count = -1; count !== stage.answers.length; ) {
      count = stage.answers.length;
      await Promise.all(stage.answers);
      await pass(0);
    }
  };
  const proofbell = await start(stage);
  await pass(0);
  await answered();
  return {
    ...stage,
    async pass(seconds) {
      await pass(seconds);
      await answered();
    },
    leave() {
      proofbell.destroy();
    },
  };
}
