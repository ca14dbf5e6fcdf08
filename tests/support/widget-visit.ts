// A visitor of a test's application, without a browser: the real widget over the real server, on a stage.
import { BROWSER, START, type TestApp } from './app.ts';
import { enterStage, makeStage, pass, type Stage, start } from './widget-stage.ts';

/** Stops the browser's clock at the server's moment, and chance. The server's own work goes on in real time. */
export function enterVisit(): void {
  enterStage({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

export type Visit = Stage & {
  /** Lets the visitor's time pass, and the server answer. */
  pass(seconds: number): Promise<void>;
  /** Ends it: the stage has one screen for all. */
  leave(): void;
};

const read = async (response: Response) => ({ status: response.status, text: await response.text() });

/** A page of the customer's that carries the site's embed tag. @returns when the widget has its payload. */
export async function visit(app: TestApp, siteId: string): Promise<Visit> {
  const stage = makeStage({
    siteId,
    async backend(url, { method, body }) {
      const { pathname } = new URL(url);
      const headers = { 'user-agent': BROWSER, ...(body && { 'content-type': 'text/plain' }) };
      const { status, text } = await read(
        await app.fetch(pathname, { method: method ?? 'GET', headers, ...(body && { body }) }),
      );
      // Read already: what is left for the widget to wait for takes no real time.
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
