// What can have happened: apart from events, because sources are told how to read it, and events name their source.
export const EVENT_KINDS = ['purchase', 'signup', 'review', 'custom'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
