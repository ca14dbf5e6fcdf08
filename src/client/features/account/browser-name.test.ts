import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} ${CHROME}`, 'Chrome on Windows', 'desktop'],
  [`${WINDOWS} ${CHROME} Edg/153.0.0.0`, 'Edge on Windows', 'desktop'],
  [`${MAC} ${CHROME} OPR/120.0`, 'Opera on macOS', 'desktop'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15`, 'Safari on macOS', 'desktop'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', 'desktop'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36',
    'Chrome on ChromeOS',
    'desktop',
  ],
  [`${IPHONE} Version/18.3 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', 'phone'],
  [`${IPHONE} CriOS/153.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', 'phone'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
    'phone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'A browser on Linux', 'desktop'],
  ['curl/8.5.0', 'curl', 'script'],
  ['python-requests/2.31', 'python-requests', 'script'],
] as const)('%s is %s', (userAgent, name, kind) => {
  expect(browserName(userAgent)).toEqual({ name, kind });
});

test('a missing User-Agent is an unknown browser', () => {
  expect(browserName(null).name).toBe('Unknown browser');
  expect(browserName(' ').name).toBe('Unknown browser');
});
