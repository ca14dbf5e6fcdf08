// Where mailed verification links lead: redeems the code and goes on to the login page, which greets or explains.
import type { Context as HonoContext } from 'hono';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { verifyEmail } from '../domain/verification.ts';
import type { HttpEnv } from './request-context.ts';

export async function verifyEmailLink(c: HonoContext<HttpEnv>, deps: Deps): Promise<Response> {
  c.header('cache-control', 'no-store');
  try {
    await verifyEmail(deps, c.req.query('code') ?? '');
    return c.redirect('/login?verify_email=true');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation') {
      return c.redirect('/login?error=verification-required');
    }
    throw error;
  }
}
