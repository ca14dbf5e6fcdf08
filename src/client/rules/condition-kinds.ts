// The 15 types of conditions as an owner meets them: what they are called, in which groups they are offered, and how
// their values are entered.
import {
  CalendarDays,
  CalendarRange,
  Clock,
  FileText,
  Footprints,
  Hourglass,
  Languages,
  Link2,
  type LucideIcon,
  MonitorSmartphone,
  MousePointer2,
  MoveVertical,
  Repeat,
  Split,
  Tag,
  UserRound,
} from 'lucide-react';
import { capitalized } from '#client/format/words.ts';
import { DEVICES } from '#shared/embed/payload.ts';
import { type ConditionType, VISITOR_KINDS, WEEKDAYS } from '#shared/embed/rule-types.ts';

type Choice = { value: string; label: string };

/** How values are entered. */
type Entry =
  /** Texts; `separators` as in TagInput. */
  | {
      by: 'tags';
      label: string;
      placeholder: string;
      hint: string;
      separators: 'spaces and commas' | 'commas' | 'none';
    }
  /** Some of a few. */
  | { by: 'choices'; label: string; choices: readonly Choice[] }
  | { by: 'number'; label: string; unit: string }
  /** Two ends. */
  | { by: 'days' | 'hours' }
  | { by: 'nothing'; explanation: string };

type Kind = {
  label: string;
  description: string;
  icon: LucideIcon;
  /** What its name stands for, if it has one. */
  name?: { label: string; placeholder: string };
  entry: Entry;
};

const choicesOf = (stored: readonly string[]): Choice[] =>
  stored.map((value) => ({ value, label: capitalized(value) }));
const values = (placeholder: string): Entry => ({
  by: 'tags',
  label: 'Values',
  placeholder,
  hint: 'Press Enter after each value.',
  separators: 'none',
});
const count = (unit: string): Entry => ({ by: 'number', label: 'Number', unit });

export const KINDS: Record<ConditionType, Kind> = {
  page: {
    label: 'Page',
    description: 'The path in the address, such as /products/oak-desk',
    icon: FileText,
    entry: {
      by: 'tags',
      label: 'Paths',
      placeholder: 'e.g. /products',
      hint: 'Press Enter after each path. A full address starting with https:// works, too.',
      separators: 'commas',
    },
  },
  query: {
    label: 'Query parameter',
    description: 'What follows the ? in the address, such as utm_source',
    icon: Link2,
    name: { label: 'Parameter', placeholder: 'e.g. utm_source' },
    entry: values('e.g. newsletter'),
  },
  referrer: {
    label: 'Referrer',
    description: 'The site this visit came from',
    icon: Split,
    entry: {
      by: 'tags',
      label: 'Sites',
      placeholder: 'e.g. google.com',
      hint: 'Press Enter after each site. A site includes its subdomains.',
      separators: 'spaces and commas',
    },
  },
  device: {
    label: 'Device',
    description: 'Desktop, tablet or mobile',
    icon: MonitorSmartphone,
    entry: { by: 'choices', label: 'Devices', choices: choicesOf(DEVICES) },
  },
  language: {
    label: 'Language',
    description: 'The language of the browser',
    icon: Languages,
    entry: {
      by: 'tags',
      label: 'Languages',
      placeholder: 'e.g. en',
      hint: 'Codes such as pt, for all Portuguese, or pt-BR, for Brazil alone.',
      separators: 'spaces and commas',
    },
  },
  visitor: {
    label: 'Visitor',
    description: 'New, or returning',
    icon: UserRound,
    entry: { by: 'choices', label: 'Visitors', choices: choicesOf(VISITOR_KINDS) },
  },
  visits: {
    label: 'Visits',
    description: 'How often they came, this visit included',
    icon: Repeat,
    entry: count('visits'),
  },
  pages: {
    label: 'Pages viewed',
    description: 'In this visit, this page included',
    icon: Footprints,
    entry: count('pages'),
  },
  time: {
    label: 'Time on page',
    description: 'Since they arrived on this page',
    icon: Hourglass,
    entry: { by: 'number', label: 'Seconds', unit: 'seconds' },
  },
  scroll: {
    label: 'Scroll',
    description: 'How far down the page they have been',
    icon: MoveVertical,
    entry: { by: 'number', label: 'Percentage', unit: '%' },
  },
  exit: {
    label: 'Exit intent',
    description: 'The mouse leaves through the top of the page',
    icon: MousePointer2,
    entry: {
      by: 'nothing',
      explanation:
        'True once the mouse has left through the top of the page, on its way to close the tab. Touch screens have no mouse, so it is never true there.',
    },
  },
  date: { label: 'Dates', description: 'From one day to another', icon: CalendarRange, entry: { by: 'days' } },
  weekday: {
    label: 'Weekdays',
    description: 'Monday to Sunday',
    icon: CalendarDays,
    entry: { by: 'choices', label: 'Days of the week', choices: choicesOf(WEEKDAYS) },
  },
  hour: { label: 'Hours', description: 'A time of day, past midnight if need be', icon: Clock, entry: { by: 'hours' } },
  fact: {
    label: 'Fact',
    description: 'Something your page knows, such as the total in the cart',
    icon: Tag,
    name: { label: 'Name', placeholder: 'e.g. cart-total' },
    entry: values('e.g. gold'),
  },
};

/** In the order in which they are offered. */
export const KIND_GROUPS: { title: string; types: readonly ConditionType[] }[] = [
  { title: 'Where they are', types: ['page', 'query', 'referrer'] },
  { title: 'Who they are', types: ['device', 'language', 'visitor', 'visits'] },
  { title: 'What they do', types: ['pages', 'time', 'scroll', 'exit'] },
  { title: 'When', types: ['date', 'weekday', 'hour'] },
  { title: 'What your page knows', types: ['fact'] },
];
