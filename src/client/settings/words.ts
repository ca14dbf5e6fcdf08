// Values of settings in words, for choices and summaries of changes. Most of the appearance is stored in words already.
// Rules have theirs in shared/embed/rules-sentence.ts, which most settings screens do without.
import type { Language } from '#shared/embed/payload.ts';
import type { SettingPath, SettingValue } from './paths.ts';

type Choices<Path extends SettingPath> = Record<SettingValue<Path> & string, string>;

/** A choice's stored values in words, in the order of its options. */
export const CHOICE_WORDS = {
  'behavior.position': {
    'top-left': 'Top left',
    'top-center': 'Top center',
    'top-right': 'Top right',
    'bottom-left': 'Bottom left',
    'bottom-center': 'Bottom center',
    'bottom-right': 'Bottom right',
  } satisfies Choices<'behavior.position'>,
  'behavior.mobilePosition': { top: 'Top', bottom: 'Bottom' } satisfies Choices<'behavior.mobilePosition'>,
  'behavior.interaction.clickBehavior': {
    url: 'Opens its link',
    dismiss: 'Closes the notification',
    none: 'Nothing happens',
  } satisfies Choices<'behavior.interaction.clickBehavior'>,
  'behavior.interaction.dismissPeriod': {
    page: 'Until the next page',
    '1h': 'For 1 hour',
    '24h': 'For 24 hours',
    '7d': 'For 7 days',
    '30d': 'For 30 days',
    forever: 'For good',
  } satisfies Choices<'behavior.interaction.dismissPeriod'>,
  'behavior.queue.order': {
    newest: 'Newest first',
    oldest: 'Oldest first',
    custom: 'Your own order',
    random: 'Shuffled on every page',
  } satisfies Choices<'behavior.queue.order'>,
};

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** @returns the name of a language of the widget's own words. */
export const languageName = (language: Language): string =>
  language === 'auto' ? "The page's" : (languages.of(language) ?? language);

const UNITS: { [Path in SettingPath]?: string } = {
  'appearance.layout.borderRadius': ' px',
  'appearance.layout.borderThickness': ' px',
  'behavior.timing.initialDelay': ' s',
  'behavior.timing.displayDuration': ' s',
  'behavior.timing.timeBetween': ' s',
};

/** Settings where 0 means none. */
export const NO_LIMIT = 'No limit';
const LIMITS: readonly SettingPath[] = ['behavior.queue.perPage', 'behavior.queue.perVisit'];

/** @returns a value that isn't part of the rules, as people read it, such as '8 s', 'On' or 'Bottom right'. */
export function inWords<Path extends SettingPath>(path: Path, value: SettingValue<Path>): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (value === 0 && LIMITS.includes(path)) return NO_LIMIT;
  if (typeof value === 'number') return `${value}${UNITS[path] ?? ''}`;
  const text = String(value);
  if (path === 'behavior.language') return languageName(text as Language);
  const words: Record<string, string> =
    (CHOICE_WORDS as { [Path in SettingPath]?: Record<string, string> })[path] ?? {};
  return words[text] ?? (text.replace(/^(\d[\d.]*)(px|ms)$/, '$1 $2') || 'None');
}
