// What the overlay shows, as trees: the bar, the page's checks, the notices. Pure.
import type { RuleLine } from './describe-rules.ts';
import type { Explanation, NoticeView } from './explain.ts';
import { glyph } from './glyphs.ts';
import type { Check } from './sight.ts';
import { type Branch, h, type Tree } from './tree.ts';

const mark = (isOk: boolean): Branch =>
  h('span', { class: isOk ? 'mark ok' : 'mark' }, glyph(isOk ? 'yes' : 'no'), h('i', {}, isOk ? 'Yes: ' : 'No: '));

const ruleTree = ({ holds, text, found, lines }: RuleLine): Branch =>
  h(
    'li',
    {},
    mark(holds),
    h(
      'div',
      {},
      text,
      found !== undefined && h('span', { class: 'found' }, ` · now: ${found}`),
      lines !== undefined && h('ul', { class: 'rules' }, ...lines.map(ruleTree)),
    ),
  );

function checkTree({ code, isOk, text, hint, lines }: Check): Branch {
  const rest: Tree[] = [
    ...(hint ? [h('p', { class: 'hint' }, hint)] : []),
    ...(lines ? [h('ul', { class: 'rules' }, ...lines.map(ruleTree))] : []),
  ];
  return h('li', { 'data-key': code, class: 'check' }, mark(isOk), h('div', {}, h('p', {}, text), ...rest));
}

function checksTree(checks: Check[]): Tree[] {
  const bad = checks.filter(({ isOk }) => !isOk);
  const good = checks.filter(({ isOk }) => isOk);
  const passed = `${good.length} ${good.length === 1 ? 'check' : 'checks'} passed`;
  return [
    ...(bad.length > 0 ? [h('ul', { class: 'checks bad', 'data-key': 'bad' }, ...bad.map(checkTree))] : []),
    ...(good.length > 0
      ? [
          h(
            'details',
            { 'data-key': 'good' },
            h('summary', {}, mark(true), passed, glyph('unfold')),
            h('ul', { class: 'checks' }, ...good.map(checkTree)),
          ),
        ]
      : []),
  ];
}

function noticeTree({ id, label, type, state, verdict, reasons }: NoticeView, canShow: boolean): Branch {
  return h(
    'li',
    { 'data-key': id, class: `notice ${state}` },
    h(
      'div',
      { class: 'head' },
      h('h4', { dir: 'auto' }, label),
      h('p', { class: 'type' }, h('b', {}, verdict), h('span', {}, ` · ${type.replace('-', ' ')}`)),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'show',
        'data-act': 'show',
        'data-id': id,
        'aria-label': `Show now: ${label}`,
        ...(!canShow && { disabled: '' }),
      },
      'Show now',
    ),
    ...reasons.map((reason) =>
      reason.lines
        ? h('ul', { class: 'checks', 'data-key': reason.code }, checkTree(reason))
        : h('p', { class: 'why', 'data-key': reason.code }, reason.text),
    ),
  );
}

export type Frame = { title: string; isFolded: boolean; footer: string };

const iconButton = (act: string, label: string, name: Parameters<typeof glyph>[0], more: Record<string, string> = {}) =>
  h(
    'button',
    { type: 'button', class: 'icon', 'data-act': act, 'aria-label': label, title: label, ...more },
    glyph(name),
  );

/** @returns the overlay's content. The summary is a live region: it is read out when it changes, and nothing else is. */
export function overlayTree({ title, isFolded, footer }: Frame, summary: string, body: Tree[]): Tree[] {
  return [
    h(
      'div',
      { class: 'bar' },
      h('span', { class: 'logo' }, glyph('bell')),
      h('div', {}, h('h2', { id: 'title' }, 'Why don’t I see it?'), h('p', { dir: 'auto' }, title)),
      iconButton('move', 'Move to the other side', 'swap'),
      iconButton('fold', isFolded ? 'Unfold' : 'Fold up', isFolded ? 'unfold' : 'fold', {
        'aria-expanded': `${!isFolded}`,
        'aria-controls': 'body',
      }),
      iconButton('close', 'Close', 'close'),
    ),
    h('p', { class: 'summary', role: 'status' }, summary),
    h(
      'div',
      { id: 'body', tabindex: '0', role: 'group', 'aria-labelledby': 'title', ...(isFolded && { hidden: '' }) },
      ...body,
      footer !== '' && h('p', { class: 'foot' }, footer),
    ),
  ];
}

/** @param canShow whether there is a widget that could show one. */
export const explanationTree = ({ checks, notices }: Explanation, canShow: boolean): Tree[] => [
  h('section', { 'data-key': 'page', 'aria-label': 'This page' }, h('h3', {}, 'This page'), ...checksTree(checks)),
  h(
    'section',
    { 'data-key': 'notices', 'aria-label': 'Notices' },
    h('h3', {}, `Notices · ${notices.length}`),
    notices.length > 0
      ? h('ul', { class: 'notices' }, ...notices.map((notice) => noticeTree(notice, canShow)))
      : h('p', { class: 'none' }, 'None to tell of.'),
  ),
];
