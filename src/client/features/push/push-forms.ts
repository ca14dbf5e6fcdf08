// The push page's two forms: their fields, defaults and rules. It is a demonstration: nothing here is sent anywhere, and
// what is kept lasts as long as the page is loaded.
import { z } from 'zod';
import { filledText } from '#shared/contract/text.ts';
import { MESSAGE_MAX, OPT_IN_DELAY } from '#shared/limits.ts';

const required = (message: string) => filledText(MESSAGE_MAX, message);

/** A push notification being written. The two addresses are not checked (spec 5). */
export const pushDraftSchema = z.object({
  title: required('Enter a title'),
  message: required('Enter a message'),
  url: z.string(),
  schedule: z.enum(['now', 'later']),
  audience: z.enum(['all', 'active', 'inactive']),
  includeImage: z.boolean(),
  imageUrl: z.string(),
});
export type PushDraft = z.infer<typeof pushDraftSchema>;

export const EMPTY_DRAFT: PushDraft = {
  title: '',
  message: '',
  url: '',
  schedule: 'now',
  audience: 'all',
  includeImage: false,
  imageUrl: '',
};

/** What asks a visitor for permission to send them push notifications. */
export const optInSchema = z.object({
  enabled: z.boolean(),
  title: required('Enter a title'),
  message: required('Enter a message'),
  acceptButtonText: required('Enter a label'),
  declineButtonText: required('Enter a label'),
  delay: z.number('Enter a number of seconds').min(0, "A delay can't be negative"),
  triggerAction: z.enum(['immediately', 'scroll', 'exit', 'click']),
  showLogo: z.boolean(),
  customCSS: z.string(),
});
export type OptInSettings = z.infer<typeof optInSchema>;

export const OPT_IN_DEFAULTS: OptInSettings = {
  enabled: true,
  title: 'Stay Updated',
  message: 'Get instant notifications about new activity and updates on our site.',
  acceptButtonText: 'Allow',
  declineButtonText: 'Maybe Later',
  delay: OPT_IN_DELAY,
  triggerAction: 'immediately',
  showLogo: true,
  customCSS: '',
};

/** What each site's owner saved, until the page is reloaded. Ids of sites are unique, so users share nothing. */
export const keptDrafts = new Map<string, PushDraft>();
export const keptOptIns = new Map<string, OptInSettings>();

/** @returns a promise that resolves after `ms`: the time that a real call would take. */
export const pretend = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
