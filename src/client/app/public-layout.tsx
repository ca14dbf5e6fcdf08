// The layout of public pages: header, page, footer.
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { screens } from '../screens.ts';
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
