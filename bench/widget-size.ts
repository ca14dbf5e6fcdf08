// What the widget weighs, as the build wrote it down. The build itself fails over the budget.
import { readFileSync } from 'node:fs';
import { WIDGET_BUDGET, type WidgetManifest } from '../build-widget.ts';
import type { Row } from './measure.ts';

export function measureWidget(): Row {
  const { bytes } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetManifest;
  const count = (value: number) => `${value.toLocaleString('en')} bytes`;
  return {
    what: 'The widget, everything in it, after brotli',
    reference: count(WIDGET_BUDGET),
    proofbell: count(bytes.brotli),
    ratio: `**${(bytes.brotli / WIDGET_BUDGET).toFixed(2)}**`,
    aim: '≤ 1.0',
    note: `${count(bytes.raw)} raw, ${count(bytes.gzip)} gzip`,
  };
}
