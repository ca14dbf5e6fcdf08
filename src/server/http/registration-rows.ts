// The rows of the REST table for plans and registration.
import { type RestRow, row } from './rest-row.ts';

export const REGISTRATION_ROWS: readonly RestRow[] = [
  row({
    method: 'GET',
    path: '/registration/pricing/plans',
    procedure: 'registration.plans',
    summary: 'List the plans, their prices and numbers of sites',
  }),
  row({
    method: 'POST',
    path: '/registration',
    procedure: 'registration.start',
    status: 201,
    summary: "Start a registration, or get this browser's; sets its cookie",
  }),
  row({
    method: 'GET',
    path: '/registration/{id}',
    procedure: 'registration.get',
    summary: 'Read a registration and its next step',
  }),
  row({
    method: 'GET',
    path: '/registration/email/{email}',
    procedure: 'registration.lookUp',
    summary: 'Read whether an address has a registration, and its status; 30 an hour',
  }),
  row({
    method: 'POST',
    path: '/registration/{id}/payment',
    procedure: 'registration.payment',
    summary: 'Get the checkout; with `sessionId`, confirm one that the buyer returned from',
  }),
  row({
    method: 'POST',
    path: '/registration/{id}/create-user',
    procedure: 'registration.createUser',
    summary: 'Create the account and log in; emails a link to verify the address',
  }),
  row({
    method: 'GET',
    path: '/registration/{id}/verify-email',
    procedure: 'registration.verification',
    summary: 'Read whether the email address is verified',
  }),
  row({
    method: 'POST',
    path: '/registration/{id}/resend-verification',
    procedure: 'registration.resendVerification',
    summary: 'Send another verification email; one a minute',
  }),
  row({
    method: 'POST',
    path: '/registration/{id}/finish',
    procedure: 'registration.finish',
    summary: 'Finish a registration whose address is verified',
  }),
  row({
    method: 'POST',
    path: '/registration/{id}/force-finish',
    procedure: 'registration.forceFinish',
    summary: 'Continue without waiting for the email or the payment; grants nothing unpaid',
  }),
];
