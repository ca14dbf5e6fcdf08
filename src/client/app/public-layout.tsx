// Around the pages anybody may see: header, page, footer.
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** @param children in place of a child route, where a guard shows a page of its own. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const isHome = useLocation().pathname === paths.home.pattern;
  return (
    <div className="flex min-h-dvh flex-col">
      <Header isOverlay={isHome} isColumn />
      <main id="main" tabIndex={-1} className={`grow outline-none ${isHome ? '' : 'pt-16'}`}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  );
}
