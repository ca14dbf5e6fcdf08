// What the demo prints to the console, and the shop's URL.
import type { Demo } from './seed.ts';

/** Two names for this machine, which are different origins to a browser. */
const OTHER_NAME: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

/**
 * @returns `address` under the machine's other name, so that the shop embeds the widget from another origin, as
 * customers do; null when PUBLIC_URL has neither name, or `address` has another host.
 */
export function onOtherOrigin(address: string, publicUrl: string): string | null {
  const url = new URL(address);
  const other = OTHER_NAME[url.hostname];
  if (other === undefined || url.hostname !== new URL(publicUrl).hostname) return null;
  url.hostname = other;
  return url.href;
}

/** @returns where the shop's pages are, without a path. */
export const shopOriginOf = (publicUrl: string): string =>
  new URL(onOtherOrigin(`${publicUrl}/`, publicUrl) ?? publicUrl).origin;

/** @returns the lines to print once the demo is up. */
export function demoBanner(publicUrl: string, { email, password }: Pick<Demo, 'email' | 'password'>): string {
  const lines = [
    'Proofbell demo: the shop, its owner and all its statistics are made up, and deleted when you stop it.',
    '',
    `  The shop      ${shopOriginOf(publicUrl)}/demo/shop`,
    `  To connect    ${shopOriginOf(publicUrl)}/demo/woo, a shop on WooCommerce`,
    `  The guard     ${shopOriginOf(publicUrl)}/demo/guard, to watch Proofbell pause notifications that cost orders`,
    `  Owner's view  ${publicUrl}/login`,
    `  Email         ${email}`,
    `  Password      ${password}`,
    '',
    'Buy something in the shop: its checkout sends a signed webhook, and the notification shows. Refund it, and it is gone.',
    'Ctrl+C stops the demo.',
  ];
  return `\n${lines.join('\n')}\n`;
}
