// The layouts of public pages: header, page, footer.
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { screens } from '../screens.ts';
import { Wordmark } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** @param children replaces the child route, for guards that show a page of their own. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const isHome = useLocation().pathname === screens.home.path;
  return (
    <div className="flex min-h-dvh flex-col">
      <Header isOverlay={isHome} isColumn />
      {/* As high as the window, so that the footer doesn't jump with what loads above it. */}
      <main id="main" tabIndex={-1} className={`min-h-dvh outline-none ${isHome ? '' : 'pt-16'}`}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  );
}

/** For a shop's visitors, to whom nothing is sold: the header has only the name and the theme. */
export const QuietLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-line border-b bg-surface print:hidden">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 pr-3 pl-4 md:px-8">
        <Link to={screens.home.href()} className="flex rounded-control">
          <Wordmark />
        </Link>
        <ThemeSwitch />
      </div>
    </header>
    <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
      <Outlet />
    </main>
    <Footer />
  </div>
);
