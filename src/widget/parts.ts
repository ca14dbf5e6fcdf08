// Scripts that most visits never need, kept apart from the widget: what conditions need, the inspector, which answers "Why
// don't I see it?" for owners and developers, and the cost meter.

/** @returns the token of an owner's link, from the page's fragment (INSPECTION_PARAMETER). */
export const tokenIn = (fragment: string): string | undefined => /proofbell=([\w.-]+)/.exec(fragment)?.[1];

/** Loads a script and passes on its exports; calls `fail` if it is missing, blocked or broken. */
export function loadPart<Exports>(address: string, use: (exports: Exports) => void, fail = () => {}): void {
  // Uses import(), because pages that enforce Trusted Types refuse new script elements.
  import(/* @vite-ignore */ address).then(use).catch(fail);
}
