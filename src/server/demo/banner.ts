// What the demo says on the console, and where its shop is reached.
import type { Demo } from './seed.ts';

/** The two names of this machine that browsers take for different origins. */
const OTHER_NAME: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

/**
 * @returns `address` under the machine's other name, so that the shop embeds the widget from another origin as every
 * customer does; null when PUBLIC_URL has neither name, or `address` is not on its host.
 */
export function onOtherOrigin(address: string, publicUrl: string): string | null {
  const url = new URL(address);
  const other = OTHER_NAME[url.hostname];
  if (other === undefined || url.hostname !== new URL(publicUrl).hostname) return null;
  url.hostname = other;
  return url.href;
}

/** @returns the lines to print when the demo can be visited. */
export function demoBanner(publicUrl: string, { email, password }: Pick<Demo, 'email' | 'password'>): string {
  const shop = `${publicUrl}/demo/shop`;
  const lines = [
    'Proofbell demo: shop, owner and figures are invented, and gone when you stop it.',
    '',
    `  The shop      ${onOtherOrigin(shop, publicUrl) ?? shop}`,
    `  Owner's side  ${publicUrl}/login`,
    `  E-mail        ${email}`,
    `  Password      ${password}`,
  ];
  return `\n${lines.join('\n')}\n`;
}
