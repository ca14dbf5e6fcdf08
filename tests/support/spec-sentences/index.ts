// What the specification says in sections 2, 3, 4, 5, 8 and 9, and of 7 about templates: every route, entry, state,
// default, constant and text, to the letter, and which tests show it. `npm run spec-matrix` prints them.
import { PUSH } from './push.ts';
import { NAVIGATION } from './section-2-navigation.ts';
import { ROUTES } from './section-2-routes.ts';
import { AUTH_ENTITIES } from './section-3.ts';
import { STATES } from './section-4.ts';
import { VALIDATION } from './section-5.ts';
import { ERRORS } from './section-8.ts';
import { CONSTANTS } from './section-9.ts';
import type { Sentence } from './sentence.ts';
import { WIDGETS } from './widgets.ts';

export const SENTENCES: readonly Sentence[] = [
  ...ROUTES,
  ...NAVIGATION,
  ...PUSH,
  ...AUTH_ENTITIES,
  ...WIDGETS,
  ...STATES,
  ...VALIDATION,
  ...ERRORS,
  ...CONSTANTS,
];
