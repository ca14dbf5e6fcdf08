// What the widget's build makes: its size as sent, and the names that it shortens, where names that others rely on must
// stay.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INTERNAL_NAMES } from '#build/widget.ts';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';

const readAll = (...patterns: string[]) => globSync(patterns).map((path) => readFileSync(path, 'utf8'));

/** Keys of types and objects, and names used in property access or destructuring. */
const propertiesIn = (sources: string[]) =>
  new Set(
    sources
      .map((source) => source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, ''))
      .flatMap((code) => [...code.matchAll(/(?:[.{,;]|^)\s*(?:readonly )?(\w+)(?=\??[:(,;}= )])/gm)])
      .map((match) => match[1] ?? ''),
  );
const clashes = (sources: string[]) => {
  const properties = propertiesIn(sources);
  return INTERNAL_NAMES.filter((name) => properties.has(name));
};

test('what is sent is as large as the build and the documents say', () => {
  const build = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  for (const { file, bytes } of [build, build.script, build.conditions, build.cost])
    expect(readFileSync(`dist/widget/${file}.br`).length).toBe(bytes.brotli);
  const size = `${build.script.bytes.brotli.toLocaleString('en')} bytes`;
  const [row = ''] = /^\| The script as sent.*$/m.exec(readFileSync('docs/benchmarks.md', 'utf8')) ?? [];
  expect(row.split(' | ')[2]).toBe(size);
});

test('the widget’s own sheet draws the default settings, of which payloads say nothing', () => {
  const sheet = readFileSync('src/widget/style.css', 'utf8');
  const { brandColors, typography, animations, layout } = DEFAULT_APPEARANCE;
  const drawn = [
    ...Object.entries(brandColors).map(([name, color]) => `--${name}: ${color};`),
    `--padding: ${layout.padding};`,
    `--radius: ${layout.borderRadius}px;`,
    `--speed: ${animations.speed};`,
    `z-index: ${DEFAULT_BEHAVIOR.visibility.zIndex};`,
    `font-size: ${typography.fontSize};`,
    `font-family: ${typography.fontFamily}, system-ui, sans-serif;`,
    `border: ${layout.borderThickness}px solid`,
  ];
  expect(drawn.filter((text) => !sheet.includes(text))).toEqual([]);
});

test('no names of the payload, rules, facts, or what the inspector reads are shortened', () => {
  expect(clashes(readAll('src/shared/embed/!(*.test).ts', 'src/inspector/!(*.test).ts'))).toEqual([]);
});

test('no names of browsers or the language are shortened', () => {
  const libraries = readAll('node_modules/@typescript/typescript-*/lib/lib.{dom,es*}*.d.ts');
  expect(propertiesIn(libraries)).toContain('adoptedStyleSheets');
  expect(clashes(libraries)).toEqual([]);
});

test('no names of window.Proofbell are shortened', () => {
  const [, api = ''] =
    /export type Proofbell = \{([\s\S]*?)\n\};/.exec(readFileSync('src/widget/widget.ts', 'utf8')) ?? [];
  expect(propertiesIn([api])).toContain('destroy');
  expect(clashes([api])).toEqual([]);
});

test('every name in the list is one of the widget’s', () => {
  const properties = propertiesIn(readAll('src/widget/!(*.test).ts'));
  expect(INTERNAL_NAMES.filter((name) => !properties.has(name))).toEqual([]);
});
