// Makes a User-Agent readable. Every browser claims to be several others, so the most specific name wins.

export type BrowserName = { name: string; kind: 'desktop' | 'phone' | 'script' };

type Marks = readonly (readonly [mark: RegExp, name: string])[];

const BROWSERS: Marks = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: Marks = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (marks: Marks, userAgent: string) => marks.find(([mark]) => mark.test(userAgent))?.[1];

/** @param userAgent the header, or null if none was sent. @returns a name such as 'Firefox on Windows'. */
export function browserName(userAgent: string | null): BrowserName {
  if (!userAgent) return { name: 'Unknown browser', kind: 'desktop' };
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (!browser && !system) {
    // Command-line tools put their own name first: 'curl/8.5.0', 'python-requests/2.31'.
    const [program = ''] = userAgent.trim().split(/[\s/(;]/);
    return { name: program || 'Unknown browser', kind: 'script' };
  }
  const isPhone = /iPhone|iPad|Android/.test(userAgent);
  return {
    name: browser && system ? `${browser} on ${system}` : (browser ?? `A browser on ${system}`),
    kind: isPhone ? 'phone' : 'desktop',
  };
}
