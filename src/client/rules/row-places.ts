// Where rows stand among the stored conditions, and which issues of those are theirs. Pure.
import { NO_ISSUES, type SettingIssue } from '#client/settings/source.ts';
import { type GroupRow, type Row, rulesIn } from './builder-state.ts';

/** @returns the issues at a place and below it, by the place within it. */
export const issuesAt = (issues: readonly SettingIssue[], place: string): readonly SettingIssue[] => {
  const found = issues.flatMap((issue) =>
    issue.place === place
      ? [{ ...issue, place: '' }]
      : issue.place.startsWith(`${place}.`)
        ? [{ ...issue, place: issue.place.slice(place.length + 1) }]
        : [],
  );
  return found.length > 0 ? found : NO_ISSUES;
};

/** @returns the place of each complete row, by its key. */
export function placesOf(rows: readonly (Row | GroupRow)[]): Map<string, number> {
  let at = 0;
  return new Map(
    rows.flatMap((row) => (rulesIn({ match: 'all', rows: [row] }).conditions[0] ? [[row.key, at++] as const] : [])),
  );
}
