// What a copy is called, of a notification or a template.
import { NAME_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';

const COPY = ' (Copy)';

/** @returns the name followed by '(Copy)', shortened to fit. */
export const copyName = (name: string): string => `${shorten(name, NAME_MAX - COPY.length)}${COPY}`;
