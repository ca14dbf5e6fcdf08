// What a report shows, in words: for lists, headings and paper.
import { capitalized } from '#client/format/words.ts';
import { NOTIFICATION_TYPE_LOOKS } from '#client/ui/notification-type.tsx';
import type { Device, NotificationType } from '#shared/embed/payload.ts';
import { rangeName } from './range.ts';
import type { FilterKind, Narrowing, View } from './report-address.ts';

export const DEVICE_NAMES: Record<Device | 'unknown', string> = {
  desktop: 'Desktop',
  tablet: 'Tablet',
  mobile: 'Phone',
  unknown: 'Unknown',
};

export const KIND_NAMES: Record<FilterKind, string> = {
  type: 'Types',
  notification: 'Notifications',
  device: 'Devices',
  page: 'Pages',
};

/** Deleted notifications have lost their names, so the end of the id tells them apart. */
export const nameless = (id: string): string => `Notification ${id.slice(-4)}`;

const LIST = new Intl.ListFormat('en');
/** How many values are named; more are counted. */
const NAMED_MAX = 3;

/** @returns what the counts are narrowed to: 'Phone and Tablet only', '5 pages only', 'everything'. */
function narrowingName(narrowing: Narrowing): string {
  if (!narrowing || narrowing.only.length === 0) return 'everything';
  const { by, only } = narrowing;
  const many = `${only.length} ${KIND_NAMES[by].toLowerCase()} only`;
  if (by === 'notification') return only.length === 1 ? '1 notification only' : many;
  if (only.length > NAMED_MAX) return many;
  const names = { type: typeName, device: deviceName, page: String }[by];
  return `${LIST.format(only.map(names))} only`;
}

const deviceName = (device: string) => (DEVICE_NAMES as Record<string, string>)[device] ?? device;

const typeName = (type: string) => NOTIFICATION_TYPE_LOOKS[type as NotificationType]?.label ?? type;

/** @returns the whole: 'The last 7 days, Phone only'. */
export const viewName = ({ chosen, narrowing }: View): string =>
  `${capitalized(rangeName(chosen))}, ${narrowingName(narrowing)}`;

/** @returns where the draft of a report's name is found. @param id of the report; undefined for a new one. */
export const nameForm = (siteId: string, id: string | undefined) => `report-name:${siteId}:${id ?? 'new'}`;
