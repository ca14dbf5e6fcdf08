// Words on screens. Pure.

/** @returns the text with a capital at its start. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
