// The home page's comparison and the post about speed show our own figures as docs/benchmarks.md has them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMPARED } from '#client/public/home/compared.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';

const BENCHMARKS = readFileSync('docs/benchmarks.md', 'utf8');

/** @returns what the bench printed there, as it stands. */
function printed(pattern: RegExp): string {
  const [, figure] = pattern.exec(BENCHMARKS) ?? [];
  if (figure === undefined) throw new Error(`docs/benchmarks.md has nothing like ${pattern}`);
  return figure;
}

/** @returns the cell that says what was measured. */
const measured = (row: string): string => printed(new RegExp(`^\\| ${row} \\| [^|]+ \\| ([^|]+) \\|`, 'm'));

const GZIP = /bytes raw, ([\d,]+) bytes gzip; what /;

it('our figures are those that the bench printed', () => {
  const count = (pattern: RegExp) => Number(printed(pattern).replace(',', ''));
  expect({
    script: count(GZIP),
    payload: count(/bytes as sent \(brotli\), ([\d,]+) by gzip/),
  }).toEqual({ script: COMPARED.ours.script, payload: COMPARED.ours.payload });
  expect(COMPARED.ours.bytes).toBe(COMPARED.ours.script + COMPARED.ours.payload);
  expect(COMPARED.ours.requests).toBe(WIDGET_BUDGET.requests);
});

it('the post about speed quotes the bench, and nothing else of ours', () => {
  const post = readFileSync('content/blog/keeping-pages-fast.md', 'utf8');
  const script = measured('The script as sent \\(brotli\\)');
  const firstView = measured('A first view as sent \\(brotli\\)');
  const time = measured('Script time until the first notification, processor slowed 4×');
  const late = (processor: string) => measured(`First notification painted after it was due, ${processor}`);
  const loads = /^0 in (\d+) loads$/.exec(measured('Long tasks with our script [^|]+'))?.[1];
  expect(measured('Layout shift from the load [^|]+')).toBe('0.00');
  const quoted = [
    `| The script and twenty notifications as sent (brotli) | 7,750 bytes | ${firstView} |`,
    `The script is ${script} of them.`,
    `| 40 ms | ${time} |`,
    `With gzip instead of brotli, the script is ${printed(GZIP)} bytes.`,
    `${printed(/of orders: ([\d,]+) bytes as sent \(brotli\)/)} bytes for twenty of them`,
    `a meter of ${printed(/one page load in 100, (\d+) bytes/)} bytes`,
    `no layout shift at all, from page load until the notification was gone, and no long task of ours in ${loads} loads`,
    `With a slowed processor, a first notification was painted ${late('processor slowed 4×')} after it was due; without slowing, ${late('not slowed')} after`,
    `when ${time.replace(' ms', '')} were measured`,
    `One with half its speed took ${printed(/one with half its speed, [^.]*took (\d+ ms)/)} with the same script`,
  ];
  expect(quoted.filter((words) => !post.includes(words))).toEqual([]);
});
