// What the widget weighs, as the build wrote it down. The build itself fails over the budget.
import { readFileSync } from 'node:fs';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { COST_SAMPLING, WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import type { Row } from './measure.ts';

export function measureWidget(): Row {
  const {
    script,
    bytes: whole,
    conditions,
    cost,
  } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  const { bytes } = script;
  const count = (value: number) => `${value.toLocaleString('en')} bytes`;
  return {
    what: 'The widget as sent (brotli)',
    reference: count(WIDGET_BUDGET.bytes),
    proofbell: count(bytes.brotli),
    ratio: `**${(bytes.brotli / WIDGET_BUDGET.bytes).toFixed(2)}**`,
    aim: '≤ 1.0',
    note: `${count(bytes.raw)} raw, ${count(bytes.gzip)} gzip; what conditions need, ${count(conditions.bytes.brotli)}; both in one file for fixed versions, ${count(whole.brotli)}; the cost meter, loaded by one page load in ${COST_SAMPLING}, ${count(cost.bytes.brotli)}`,
  };
}
