// Parses the tags in typed or pasted text.

/**
 * @param text tags separated by spaces, commas or semicolons
 * @param present the tags already in the list
 * @param validate returns a tag as it should be stored, or null if it is invalid
 * @returns the new tags in order, without duplicates, and the rejected parts as typed
 */
export function readTags(
  text: string,
  present: readonly string[],
  validate: (typed: string) => string | null,
): { added: string[]; refused: string[] } {
  const added = new Set<string>();
  const refused: string[] = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const tag = validate(part);
    if (tag === null) refused.push(part);
    else if (!present.includes(tag)) added.add(tag);
  }
  return { added: [...added], refused };
}
