// Loads the inspector, which answers 'Why don't I see it?': a script of its own, for owners and developers only.
import type { Inspected } from '#shared/embed/inspection.ts';

/** @returns the token of an owner's link, from the page's fragment (INSPECTION_PARAMETER). */
export const tokenIn = (fragment: string): string | undefined => /proofbell=([\w.-]+)/.exec(fragment)?.[1];

/** @param script address of the inspector. */
export function loadInspector(script: string, inspected: Inspected): void {
  // By import(), since pages that enforce Trusted Types refuse new script elements.
  import(/* @vite-ignore */ script).then(({ inspect }) => inspect(inspected)).catch(() => {});
}
