// Joins class names. Later utilities don't override earlier ones, so use className props for layout only.

/** @returns the truthy parts, separated by one space. */
export const classNames = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ');
