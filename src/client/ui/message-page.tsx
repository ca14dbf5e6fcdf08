// A page that only says something and offers the next step: an address without a page, a page without access. Its text
// starts where every page's does: under the wordmark in the public layout, under the titles inside the app.
import type { ReactNode } from 'react';
import { LogoBadge } from './logo.tsx';

type MessagePageProps = {
  title: string;
  children: ReactNode;
  /** One or two buttons. */
  actions: ReactNode;
  /** Inside the app it is a card on the screen, otherwise the page itself. */
  isCard?: boolean | undefined;
};

export const MessagePage = ({ title, children, actions, isCard = false }: MessagePageProps) => (
  <div className={isCard ? 'max-w-xl rounded-panel border border-line bg-surface p-6 md:p-8' : PAGE}>
    <div className="flex max-w-xl flex-col items-start">
      <span aria-hidden="true" className="opacity-60 grayscale">
        <LogoBadge size={isCard ? 40 : 56} />
      </span>
      <h1
        className={`font-display font-semibold tracking-tight outline-none ${isCard ? 'mt-5 text-2xl' : 'mt-6 text-4xl'}`}
      >
        {title}
      </h1>
      <p className="wrap-anywhere mt-3 text-pretty text-muted">{children}</p>
      <div className={`flex flex-wrap gap-3 ${isCard ? 'mt-6' : 'mt-8'}`}>{actions}</div>
    </div>
  </div>
);

const PAGE = 'mx-auto max-w-6xl px-4 py-20 md:px-8 md:py-28';
