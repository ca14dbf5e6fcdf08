// Checks that concern the whole page: consent, the widget's switch, domain, data, device, caps, the widget's rules.
// Pure.
import { behaviorChanges } from '#shared/embed/compact.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { compiledLines, type RuleLine, ruleLines } from '#shared/embed/describe-rules.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { matchInWords } from '#shared/embed/rules-sentence.ts';
import type { Obstacle } from '#shared/embed/verdict.ts';
import { isOfPage, obstaclesOf } from './obstacles.ts';
import type { Check, FullSituation, Snapshot, Status } from './snapshot.ts';

/** A notification without conditions of its own: whatever blocks it blocks every notification. */
const ANY: EmbedNotification = { id: '', type: 'custom', message: '', timestamp: '' };

export const RELOAD =
  'Browsers cache the payload for a minute and may use it once more after that. Reload in a minute.';

const good = (code: string, text: string, more: Partial<Check> = {}): Check => ({ code, isOk: true, text, ...more });
const bad = (code: string, text: string, hint: string, more: Partial<Check> = {}): Check => ({
  code,
  isOk: false,
  text,
  hint,
  ...more,
});

function ownerChecks({ host, inspection, isAway }: Snapshot): Check[] {
  const hint = 'You see only what the page itself knows: notifications that are off and domains are missing.';
  if (isAway) return [bad('away', "Proofbell couldn't be reached", hint)];
  if (!inspection) return [];
  const { widget, site, notifications } = inspection;
  const page = host || 'a page without a host, such as a sandboxed frame';
  const checks = [
    widget.isActive
      ? good('active', "The widget isn't paused")
      : bad('active', 'The widget is paused', 'Turn it on in Proofbell, under Site Setup.'),
    isAllowedHost(host, site.domains)
      ? good('domain', site.domains.length > 0 ? `${page} is one of your domains` : 'Any domain is allowed')
      : bad(
          'domain',
          `${page} isn't on your site's domain list`,
          `The widget runs only on ${site.domains.join(', ')} and subdomains. Add domains under Site Setup.`,
        ),
  ];
  if (notifications.length === 0) {
    checks.push(
      bad('empty', 'There are no notifications yet', 'Write the first one in Proofbell, under Notifications.'),
    );
  }
  return checks;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function reasonOf(status: Status | undefined): string {
  if (status === undefined) return "Proofbell didn't respond in time, or didn't send a payload.";
  if (status === 'refused') return "This page's Content-Security-Policy blocks it: allow Proofbell in connect-src.";
  if (status === 'none') return "Proofbell isn't responding: it's down, or something in between is blocking it.";
  if (status === 200) return 'Proofbell is responding again, so it was down or slow a moment ago. Reload this page.';
  return `Proofbell responded with status ${status}.`;
}

function dataCheck({ payload, isHeld, status, inspection, situation }: Snapshot): Check[] {
  if (isHeld) {
    const how =
      'The snippet has data-consent="required", so nothing loads until the page calls Proofbell.consent(true).';
    return [bad('consent', 'Consent is missing', how)];
  }
  if (payload === undefined) return [bad('loading', 'The notifications are loading', 'This takes a moment.')];
  if (payload === null) return [bad('data', "The notifications couldn't be loaded", reasonOf(status))];
  const count = payload.notifications.length;
  const checks = [good('data', `${count} ${count === 1 ? 'notification is' : 'notifications are'} loaded`)];
  if (!situation) {
    const hint = 'Until it is there, nothing that has conditions shows. Something in between may block its file.';
    checks.push(bad('conditions', "What checks conditions isn't loaded yet", hint));
  }
  if (inspection && situation) {
    const { behavior, rules } = inspection.widget;
    if (inspection.isDraft && !payload.isDraft) {
      const hint =
        "Reload it past the browser's cache (Ctrl or ⌘, Shift, R). If that doesn't help, its tag pins an older version: replace it with the snippet in Proofbell, under Site Setup.";
      checks.push(bad('stale', 'This page is using the saved settings, not the draft', hint));
    } else if (
      // As far as the page has its behavior: the rest is in the style.
      !isSame([behaviorChanges(behavior), compileRules(rules)], [behaviorChanges(situation.behavior), situation.rules])
    ) {
      checks.push(bad('stale', 'This page is using older settings', RELOAD));
    }
  }
  return checks;
}

/** The rules as the owner stored them, if they are the ones this page is using. */
function widgetLines({ inspection }: Snapshot, { rules, facts }: FullSituation): RuleLine[] {
  const stored = inspection?.widget.rules;
  return stored && isSame(compileRules(stored), rules) ? ruleLines(stored, facts) : compiledLines(rules, facts);
}

function runningChecks(snapshot: Snapshot): Check[] {
  const { situation } = snapshot;
  if (!situation) return [];
  const { behavior, facts, rules, shownHere, count } = situation;
  const { perPage, perVisit } = behavior.queue;
  const found: readonly Obstacle[] = obstaclesOf(ANY, situation).filter(isOfPage);
  const screen = facts.device === 'mobile' ? 'mobile' : 'desktop';
  const device = facts.device === 'tablet' ? 'a tablet, which counts as desktop' : `a ${facts.device} screen`;
  const caps = (isOk: boolean, code: string, done: number, max: number, of: string, hint: string) =>
    isOk ? good(code, `${done} of ${max} shown ${of}`) : bad(code, `Cap reached: ${max} shown ${of}`, hint);
  return [
    found.includes('device')
      ? bad(
          'device',
          `Not shown on ${screen} screens`,
          `This is ${device}. Devices are set in the widget's behavior settings.`,
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
            'The count starts over on the next page.',
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
            text: `The widget's rules ${found.includes('rules') ? "aren't" : 'are'} met`,
            hint: rules.conditions.length > 1 ? `${matchInWords(rules.match, rules.conditions.length)}.` : '',
            lines: widgetLines(snapshot, situation),
          },
        ]
      : []),
  ];
}

/** @returns the checks that concern the whole page, most important first. */
export function pageChecks(snapshot: Snapshot): Check[] {
  const own = ownerChecks(snapshot);
  const isForeign = own.some(({ code, isOk }) => code === 'domain' && !isOk);
  // A foreign domain gets no data, so reporting the domain is enough.
  const data = isForeign && snapshot.payload === null ? [] : dataCheck(snapshot);
  return [...own, ...data, ...runningChecks(snapshot)];
}
