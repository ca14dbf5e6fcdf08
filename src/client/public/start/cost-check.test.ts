// The receipt on the page: which figures it takes, and where it puts them.
import { afterEach, expect, test, vi } from 'vitest';
import { startCostCheck } from './cost-check.ts';

afterEach(() => vi.unstubAllGlobals());

const ORIGIN = 'https://proofbell.example';
/** What the browser says of the script and the payload. */
const timingsOf = (script: number, payload: number, sent = 300) =>
  [
    { name: `${ORIGIN}/widget.js`, startTime: 900, transferSize: script + 300, encodedBodySize: script },
    { name: `${ORIGIN}/api/embed/example`, startTime: 950, transferSize: sent, encodedBodySize: payload },
  ] as const;

/** @returns the texts of the receipt, by their names, after an example that was shown at 800 ms. */
function receipt(timings: ReturnType<typeof timingsOf>): Record<string, string> {
  const texts: Record<string, string> = {};
  const element = (name: string) => ({
    get textContent() {
      return texts[name] ?? '';
    },
    set textContent(text: string) {
      texts[name] = text;
    },
  });
  const root = {
    dataset: { brotli: '5889', gzip: '6658', raw: '13139' },
    isConnected: true,
    querySelector: (selector: string) => {
      const [, name] = /^\[data-cost="(.+)"\]$/.exec(selector) ?? [];
      return name ? element(name) : null;
    },
  };
  const dataset = { example: 'shown', exampleTime: '2', exampleSince: '800' };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { dataset } }));
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('performance', { getEntriesByType: () => timings });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  startCostCheck(root as unknown as HTMLElement);
  return texts;
}

test('says how the script was sent to a browser that takes no brotli', () => {
  expect(receipt(timingsOf(6_658, 1_600))).toMatchObject({
    script: '6,658 bytes',
    'script-note': 'sent with gzip; 7,750 allowed for both with brotli',
    requests: '2',
    time: '2 ms',
  });
  expect(receipt(timingsOf(13_139, 1_600))['script-note']).toContain('sent uncompressed');
});

test('says what came from the cache', () => {
  const texts = receipt(timingsOf(5_889, 1_600, 0));
  expect(texts).toMatchObject({ payload: '0 bytes', 'payload-note': "from your browser's cache", requests: '1' });
  expect(texts.state).toContain('Part of it was cached');
});
