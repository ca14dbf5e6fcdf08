// Joins class names. Later utilities do not beat earlier ones: a className given from outside is for layout only.

/** @returns the truthy parts, separated by one space. */
export const classNames = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ');
