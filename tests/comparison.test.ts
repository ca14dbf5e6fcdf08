// The home page's comparison shows our own figures as docs/benchmarks.md has them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMPARED } from '#client/public/home/compared.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';

it('our figures are those that the bench printed', () => {
  const benchmarks = readFileSync('docs/benchmarks.md', 'utf8');
  const printed = (pattern: RegExp) => Number(pattern.exec(benchmarks)?.[1]?.replace(',', ''));
  expect({
    script: printed(/bytes raw, ([\d,]+) bytes gzip; the cost meter/),
    payload: printed(/bytes as sent \(brotli\), ([\d,]+) by gzip/),
  }).toEqual({ script: COMPARED.ours.script, payload: COMPARED.ours.payload });
  expect(COMPARED.ours.bytes).toBe(COMPARED.ours.script + COMPARED.ours.payload);
  expect(COMPARED.ours.requests).toBe(WIDGET_BUDGET.requests);
});
