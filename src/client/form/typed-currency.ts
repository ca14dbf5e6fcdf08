// A currency as it is typed into a form. Pure.
import { z } from 'zod';
import { createSiteInput } from '#shared/contract/site.ts';

/** In small letters, too; null while nothing is typed. */
export const typedCurrency = z
  .custom<string>()
  .transform((typed) => typed.trim().toUpperCase() || null)
  .pipe(createSiteInput.shape.currency.unwrap());
