// A section of the home page: a hairline, room, and its heading.
import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';

type SectionProps = {
  /** Also the target of links. */
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  /** Beside the heading from 1024 px up, instead of below it. */
  isSplit?: boolean;
  /** Under the lead. */
  more?: ReactNode;
  /** On dark ground, in either theme. */
  isDark?: boolean;
  children: ReactNode;
};

export function Section({ id, title, lead, more, isSplit = false, isDark = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(
        'scroll-mt-16 border-line border-t',
        isDark && 'dark bg-paper text-ink in-[html.dark]:bg-surface',
      )}
    >
      <div
        className={classNames(
          'mx-auto max-w-6xl px-4 py-20 md:px-8 md:py-28',
          isSplit && 'grid items-start gap-x-16 gap-y-10 *:min-w-0 lg:grid-cols-[5fr_7fr]',
        )}
      >
        <div className={isSplit ? '' : 'mb-10 md:mb-14'}>
          <h2 id={`${id}-title`} className="max-w-[20ch] font-display text-section">
            {title}
          </h2>
          {lead && <p className="mt-4 max-w-[56ch] text-lead text-muted">{lead}</p>}
          {more}
        </div>
        {children}
      </div>
    </section>
  );
}
