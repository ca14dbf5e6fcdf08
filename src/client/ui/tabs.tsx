// Tabs above a list or a group of settings. They scroll sideways on narrow screens.

import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { count } from '../format/numbers.ts';
import { classNames } from './class-names.ts';

type TabsProps = {
  value: string;
  onValueChange: (value: string) => void;
  /** The tab list's name for screen readers. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; count?: number | undefined }[];
  /** At the right end, for example a search field. */
  action?: ReactNode;
  className?: string | undefined;
};

export function Tabs({ value, onValueChange, label, tabs, action, className }: TabsProps) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        // A press reports its tab twice, as the button goes down and as it gets the focus: two steps in the history.
        if (next === latest.current) return;
        latest.current = next;
        onValueChange(next);
      }}
      className={classNames('flex items-stretch gap-4 border-line border-b', className)}
    >
      <RadixTabs.List
        aria-label={label}
        className="-mb-px flex min-w-0 flex-1 gap-6 overflow-x-auto [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            // Radix would reference a panel that doesn't exist.
            aria-controls={undefined}
            className="h-10 min-w-6 shrink-0 whitespace-nowrap text-left border-transparent border-b-2 font-medium text-muted text-table transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {tab.label} {tab.count !== undefined && <span className="ml-0.5 tabular-nums">{count(tab.count)}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {action}
    </RadixTabs.Root>
  );
}
