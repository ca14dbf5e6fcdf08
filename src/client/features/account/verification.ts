// What the verification gate knows after a check, apart from any screen (spec 4: e-mail verification).
import { VERIFICATION_RETRIES } from '#shared/limits.ts';
import { VERIFICATION } from '#shared/messages.ts';

export type CheckResult = 'verified' | 'not-yet' | 'network' | 'failed';

/** @returns the checks that failed for the network in a row, after one more that ended as `result`. */
export const countNetworkErrors = (before: number, result: CheckResult): number =>
  result === 'network' ? before + 1 : 0;

/** @returns the text to show beside the buttons, or null. After 3 retries it asks for patience. */
export function networkNotice(networkErrors: number): string | null {
  if (networkErrors === 0) return null;
  return networkErrors > VERIFICATION_RETRIES ? VERIFICATION.tooMany : VERIFICATION.checkNetwork;
}
