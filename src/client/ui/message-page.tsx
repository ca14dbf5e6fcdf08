// A page that only says something and offers the next step: an address without a page, a page without access. The same
// card for visitors and inside the app.
import type { ReactNode } from 'react';
import { LogoBadge } from './logo.tsx';

type MessagePageProps = {
  title: string;
  children: ReactNode;
  /** One or two buttons. */
  actions: ReactNode;
  /** Whether the layout around it leaves it room, as the app's screens have it. */
  isInside?: boolean | undefined;
};

export const MessagePage = ({ title, children, actions, isInside = false }: MessagePageProps) => (
  <div className={isInside ? 'md:pt-8' : 'px-4 py-12 md:px-8 md:py-20'}>
    <div className="mx-auto flex max-w-xl flex-col items-start rounded-panel border border-line bg-surface p-6 md:p-8">
      <span aria-hidden="true" className="opacity-60 grayscale">
        <LogoBadge size={40} />
      </span>
      <h1 className="mt-5 font-display font-semibold text-2xl tracking-tight outline-none">{title}</h1>
      <p className="wrap-anywhere mt-3 text-pretty text-muted">{children}</p>
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </div>
  </div>
);
