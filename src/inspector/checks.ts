// What concerns the page as a whole: consent, the widget's switch, domain, data, device, caps, the widget's rules. Pure.
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import { compiledLines, type RuleLine, ruleLines } from './describe-rules.ts';
import { isOfPage, type Obstacle, obstaclesOf } from './obstacles.ts';
import type { Check, Sight, Status } from './sight.ts';

/** A notice with nothing of its own: whatever stands in its way concerns all. */
const ANY: EmbedNotification = { id: '', type: 'custom', message: '', timestamp: '' };

export const RELOAD =
  'Browsers keep what they loaded for a minute, and may use it once more after that: reload in a minute.';

/** As the server decides it; the two must agree (server/domain/embed.ts). */
const isAllowedHost = (host: string, domains: readonly string[]) =>
  domains.length === 0 || (host !== '' && domains.some((domain) => host === domain || host.endsWith(`.${domain}`)));

const good = (code: string, text: string, more: Partial<Check> = {}): Check => ({ code, isOk: true, text, ...more });
const bad = (code: string, text: string, hint: string, more: Partial<Check> = {}): Check => ({
  code,
  isOk: false,
  text,
  hint,
  ...more,
});

function ownerChecks({ host, inspection, isAway }: Sight): Check[] {
  const hint = 'So this tells only what the page itself knows: nothing of paused notices and of domains.';
  if (isAway) return [bad('away', 'Proofbell could not be asked', hint)];
  if (!inspection) return [];
  const { widget, site, notifications } = inspection;
  const page = host || 'a page without a host, such as a sandboxed frame';
  const checks = [
    widget.isActive
      ? good('active', 'The widget is switched on')
      : bad('active', 'The widget is switched off', 'Switch it on in Proofbell, under Site Setup.'),
    isAllowedHost(host, site.domains)
      ? good('domain', site.domains.length > 0 ? `${page} is one of your domains` : 'Any domain is allowed')
      : bad(
          'domain',
          `This page is on a foreign domain: ${page}`,
          `The widget runs on ${site.domains.join(', ')} and subdomains only. Other domains are added under Site Setup.`,
        ),
  ];
  if (notifications.length === 0) {
    checks.push(bad('empty', 'There is no notification yet', 'Write the first one in Proofbell, under Notifications.'));
  }
  return checks;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function reasonOf(status: Status | undefined): string {
  if (status === undefined) return 'Proofbell did not answer in time, or answered with something else.';
  if (status === 'refused')
    return 'The Content-Security-Policy of this page refuses it: allow Proofbell in connect-src.';
  if (status === 'none') return 'Proofbell does not answer: it is down, or something on the way blocks it.';
  if (status === 200) return 'Proofbell answers now, so it was down or slow a moment ago: reload this page.';
  return `Proofbell answered with status ${status}.`;
}

function dataCheck({ payload, isHeld, status, inspection, situation }: Sight): Check[] {
  if (isHeld) {
    const how =
      'The snippet says data-consent="required": nothing is loaded until the page calls Proofbell.consent(true).';
    return [bad('consent', 'Consent is missing', how)];
  }
  if (payload === undefined) return [bad('loading', 'The notices are being loaded', 'This takes a moment.')];
  if (payload === null) return [bad('data', 'No notices could be loaded', reasonOf(status))];
  const count = payload.notifications.length;
  const checks = [good('data', `${count} ${count === 1 ? 'notice is' : 'notices are'} loaded`)];
  if (inspection && situation) {
    const { behavior, rules } = inspection.widget;
    if (!isSame([behavior, compileRules(rules)], [situation.behavior, situation.rules])) {
      checks.push(bad('stale', 'This page runs on earlier settings', RELOAD));
    }
  }
  return checks;
}

/** As the owner stored them, where those are the rules that this page runs on. */
function widgetLines({ inspection }: Sight, { rules, facts }: Situation): RuleLine[] {
  const stored = inspection?.widget.rules;
  return stored && isSame(compileRules(stored), rules) ? ruleLines(stored, facts) : compiledLines(rules, facts);
}

function runningChecks(sight: Sight): Check[] {
  const { situation } = sight;
  if (!situation) return [];
  const { behavior, facts, rules, shownHere, count } = situation;
  const { perPage, perVisit } = behavior.queue;
  const found: readonly Obstacle[] = obstaclesOf(ANY, situation).filter(isOfPage);
  const screen = facts.device === 'mobile' ? 'mobile' : 'desktop';
  const device = facts.device === 'tablet' ? 'a tablet, which counts as desktop' : `a ${facts.device} screen`;
  const caps = (isOk: boolean, code: string, done: number, max: number, of: string, hint: string) =>
    isOk ? good(code, `${done} of ${max} shown ${of}`) : bad(code, `All ${max} of ${max} were shown ${of}`, hint);
  return [
    found.includes('device')
      ? bad(
          'device',
          `Not shown on ${screen} screens`,
          `This is ${device}. Devices are chosen in the widget’s behavior.`,
        )
      : good('device', `Shown on this device: ${device}`),
    ...(perPage > 0
      ? [
          caps(
            !found.includes('page-cap'),
            'page-cap',
            shownHere.length,
            perPage,
            'on this page',
            'Another page starts anew.',
          ),
        ]
      : []),
    ...(perVisit > 0
      ? [
          caps(
            !found.includes('visit-cap'),
            'visit-cap',
            count,
            perVisit,
            'in this visit',
            'A visit ends after 30 minutes away.',
          ),
        ]
      : []),
    ...(rules.conditions.length > 0
      ? [
          {
            code: 'rules',
            isOk: !found.includes('rules'),
            text: `The widget’s rules ${found.includes('rules') ? 'do not hold' : 'hold'}`,
            hint: rules.conditions.length > 1 ? `${rules.match === 'any' ? 'One' : 'All'} of these must be so.` : '',
            lines: widgetLines(sight, situation),
          },
        ]
      : []),
  ];
}

/** @returns what was looked at for the page as a whole, in the order in which it matters. */
export function pageChecks(sight: Sight): Check[] {
  const own = ownerChecks(sight);
  const isForeign = own.some(({ code, isOk }) => code === 'domain' && !isOk);
  // That a foreign domain gets no data is said by naming it.
  const data = isForeign && sight.payload === null ? [] : dataCheck(sight);
  return [...own, ...data, ...runningChecks(sight)];
}
