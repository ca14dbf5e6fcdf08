// The rows of the REST table for plans and registration.
import { type RestRow, row } from './rest-row.ts';

export const REGISTRATION_ROWS: readonly RestRow[] = [
  row({
    method: 'GET',
    path: '/registration/pricing/plans',
    procedure: 'registration.plans',
    summary: 'The plans, what they cost, and how many sites each allows',
  }),
];
