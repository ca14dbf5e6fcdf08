// The layout of public pages: header, page, footer.
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { screens } from '../screens.ts';
import { LogoBadge } from '../ui/logo.tsx';
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

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-6 text-table text-muted md:px-8">
        <LogoBadge size={20} />
        <p>Proofbell is free, self-hosted software. It doesn't track visitors.</p>
      </div>
    </footer>
  );
}
