// Reads the tags in a typed or pasted text.

/**
 * @param text tags separated by spaces, commas or semicolons
 * @param present the tags already on the list
 * @param validate returns a tag as it should be stored, or null when it isn't valid
 * @returns the new tags in order, each once, and the refused parts as typed
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
