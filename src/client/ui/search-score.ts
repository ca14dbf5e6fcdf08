// How well an option of a combobox matches what was typed.

/** Without accents and case, with one space for each separator of time zones and paths. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s/_,.-]+/g, ' ')
    .trim();

/**
 * Every typed word must be in the label as it stands: letters with others between them don't count.
 * @returns 1 if the label starts with the search, 0.8 if the label's words start with each typed word, 0.5 if it contains
 * each of them, 0 if it doesn't match.
 */
export function searchScore(label: string, search: string): number {
  const text = plain(label);
  const wanted = plain(search);
  if (text.startsWith(wanted)) return 1;
  const words = wanted.split(' ');
  if (words.every((word) => ` ${text}`.includes(` ${word}`))) return 0.8;
  return words.every((word) => text.includes(word)) ? 0.5 : 0;
}
