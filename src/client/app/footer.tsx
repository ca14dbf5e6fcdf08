// The end of every public page: where else one can go, and what this is.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { REACH_PLACEHOLDER, reachOf } from '#shared/page-data.ts';
import { useInstallation } from '../data/installation.ts';
import { useIsHydrated } from '../hooks/use-is-hydrated.ts';
import { screens } from '../screens.ts';
import { Wordmark } from '../ui/logo.tsx';

const COLUMNS = [
  {
    title: 'Product',
    links: [
      ['Features', '/#features'],
      ['Pricing', screens.pricing.href()],
      ['FAQ', screens.faq.href()],
      ['Support', screens.support.href()],
      ['Contact', screens.contact.href()],
    ],
  },
  {
    title: 'Read',
    links: [
      ['About', screens.about.href()],
      ['Blog', screens.blog.href()],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Privacy', screens.privacyPolicy.href()],
      ['Terms', screens.termsOfService.href()],
      ['Cookies', screens.cookiePolicy.href()],
    ],
  },
] as const;

export const Footer = () => (
  <footer className="border-line border-t bg-surface print:hidden">
    <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-10 px-4 py-10 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:px-8 md:py-14">
      <div>
        <Link to={screens.home.href()} className="inline-flex rounded-control">
          <Wordmark size="sm" />
        </Link>
        <p className="mt-3 max-w-[38ch] text-pretty text-muted text-table">
          Free, self-hosted software for notifications that are true. It doesn't track visitors.
        </p>
      </div>
      <nav aria-label="Footer" className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-3">
        {COLUMNS.map(({ title, links }) => (
          <div key={title}>
            <h2 className="font-semibold text-table">{title}</h2>
            <ul className="mt-2">
              {links.map(([label, href]) => (
                <Item key={label} isContact={label === 'Contact'}>
                  <Link
                    to={href}
                    className="inline-block rounded-control py-1 text-muted text-table underline-offset-3 hover:text-ink hover:underline"
                  >
                    {label}
                  </Link>
                </Item>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  </footer>
);

/** Every page has the link to Contact, and shows it where that page has anything to say: only the server knows. */
function Item({ isContact, children }: { isContact: boolean; children: ReactNode }) {
  const { data, isError } = useInstallation();
  const isHydrated = useIsHydrated();
  if (!isContact) return <li>{children}</li>;
  const reach = isHydrated ? (data ? reachOf(data) : isError ? 'open' : 'none') : REACH_PLACEHOLDER;
  return (
    <li data-reach={reach} suppressHydrationWarning className="data-[reach=none]:hidden">
      {children}
    </li>
  );
}
