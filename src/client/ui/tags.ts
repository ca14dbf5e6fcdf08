// What a typed or pasted text adds to a list of tags, apart from the input it was typed into.

/**
 * @param text tags parted by spaces, commas or semicolons
 * @param present the tags there are already
 * @param validate gives a tag as it is to be kept, or null when it cannot be one
 * @returns the new tags in order, each once, and the parts that were refused as they were typed
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
