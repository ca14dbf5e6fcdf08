// What the widget's files weigh, as the build wrote it down. The build itself fails when the script takes more than its share.
import { readFileSync } from 'node:fs';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { COST_SAMPLING } from '#shared/embed/protocol.ts';
import type { Row } from './measure.ts';

export function measureWidget(): Row {
  const {
    script,
    bytes: whole,
    conditions,
    cost,
  } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  const count = (value: number) => `${value.toLocaleString('en')} bytes`;
  return {
    what: 'The script as sent (brotli)',
    reference: '–',
    proofbell: count(script.bytes.brotli),
    ratio: '–',
    aim: '–',
    note: `${count(script.bytes.raw)} raw, ${count(script.bytes.gzip)} gzip; what conditions need, ${count(conditions.bytes.brotli)}; both in one file for fixed versions, ${count(whole.brotli)}; the cost meter, loaded by one page load in ${COST_SAMPLING}, ${count(cost.bytes.brotli)}`,
  };
}
