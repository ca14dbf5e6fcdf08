// Settings as a file: written complete, so that another site ends up with the same, and read with suspicion. Pure.
import { visit } from 'jsonc-parser';
import { z } from 'zod';
import { settingsPatch } from '#shared/contract/widget.ts';
import { changesOf, type SettingChanges, type Settings } from './paths.ts';

const FORMAT = 'proofbell-settings';
const VERSION = 1;

/** Complete settings take at most about 60 kB, however they are indented. */
const FILE_MAX_BYTES = 256 * 1024;

export const isTooLarge = ({ size }: Blob): boolean => size > FILE_MAX_BYTES;

const NOT_OURS = "This isn't a settings file from Proofbell";

const headSchema = z.strictObject({
  format: z.literal(FORMAT, NOT_OURS),
  version: z.literal(VERSION, {
    error: ({ input }) =>
      typeof input === 'number' && input > VERSION
        ? 'This file comes from a newer version of Proofbell'
        : `Expected ${VERSION}`,
  }),
  exportedAt: z.string().max(40).optional(),
  site: z.string().max(200).optional(),
  settings: settingsPatch.omit({ revision: true }),
});

/** One reason why a file can't be imported. `key` is where, such as `settings.behavior.position`; '' for all of it. */
export type FileIssue = { key: string; message: string };

export const TOO_LARGE: FileIssue = {
  key: '',
  message: `Larger than ${FILE_MAX_BYTES / 1024} kB: no settings take that much`,
};

export type ReadFile =
  | { isOk: true; changes: SettingChanges; site: string | undefined }
  | { isOk: false; issues: FileIssue[] };

/** @returns the file's text. @param now ISO 8601. */
export function writeSettings(settings: Settings, site: string, now: string): string {
  const { appearance, behavior, rules } = settings;
  const file = { format: FORMAT, version: VERSION, exportedAt: now, site, settings: { appearance, behavior, rules } };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** @returns a file's name, such as `oak-and-iron-settings.json`. */
export const fileNameOf = (slug: string): string => `${slug}-settings.json`;

/** Browsers name the place in words of their own, or not at all. @returns where the text stops being JSON. */
function placeOf(text: string): string {
  let offset = -1;
  const onError = (_error: unknown, at: number) => {
    if (offset < 0) offset = at;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Thousands of lists within each other: no place that would help anybody.
  }
  if (offset < 0) return '';
  const before = text.slice(0, offset).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

/** @returns a place in the file, such as `settings.rules.conditions[2].value`. */
export const keyOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (key, part) => (typeof part === 'number' ? `${key}[${part}]` : `${key}${key && '.'}${String(part)}`),
    '',
  );

/** Keys of foreign files may be anything, and are shown. */
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function issueOf(issue: z.core.$ZodIssue): FileIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ key: shortened(keyOf([...issue.path, key])), message: 'No such setting' }));
  }
  if (issue.code === 'invalid_value' && issue.values.length > 1) {
    return [{ key: shortened(keyOf(issue.path)), message: `One of ${issue.values.join(', ')}` }];
  }
  // Zod's own words about types, such as 'Invalid input: expected boolean, received string'.
  const message = issue.message.replace(/^Invalid input: e/, 'E').replace(/, received (\w+)$/, ', not $1');
  return [{ key: shortened(keyOf(issue.path)), message }];
}

/**
 * @param text of a file that anybody may have written.
 * @returns the settings in it by path, or everything that is wrong with it. Never throws.
 */
export function readSettings(text: string): ReadFile {
  const refused = (...issues: FileIssue[]): ReadFile => ({ isOk: false, issues });
  if (text.trim() === '') return refused({ key: '', message: 'The file is empty' });
  if (isTooLarge(new Blob([text]))) return refused(TOO_LARGE);
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refused({ key: '', message: `This isn't JSON${placeOf(json)}` });
  }
  const isOurs = z.object({ format: z.literal(FORMAT) }).safeParse(value).success;
  if (!isOurs) return refused({ key: '', message: NOT_OURS });
  const file = headSchema.safeParse(value);
  if (!file.success) return refused(...file.error.issues.flatMap(issueOf));
  const { settings, site } = file.data;
  return { isOk: true, changes: changesOf(settings), site };
}
