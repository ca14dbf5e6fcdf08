// The ruled tabs over a list or a group of settings. They scroll sideways where the screen is narrow.
import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type TabsProps = {
  value: string;
  onValueChange: (value: string) => void;
  /** The name of the whole for screen readers. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; count?: number | undefined }[];
  /** Ties the tabs to a TabPanel with the same tabsId. */
  id?: string | undefined;
  /** At the right end of the rule, for example a search. */
  action?: ReactNode;
  className?: string | undefined;
};

export function Tabs({ value, onValueChange, label, tabs, id, action, className }: TabsProps) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={onValueChange}
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
            id={id && `${id}-${tab.value}`}
            aria-controls={id && `${id}-panel`}
            className="h-10 shrink-0 whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-table transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {tab.label}{' '}
            {tab.count !== undefined && <span className="ml-0.5 tabular-nums">{tab.count.toLocaleString()}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {action}
    </RadixTabs.Root>
  );
}

/** What the chosen tab shows; tabsId is the Tabs' id and value the chosen tab's. */
export function TabPanel({ tabsId, value, children }: { tabsId: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${tabsId}-panel`} aria-labelledby={`${tabsId}-${value}`}>
      {children}
    </div>
  );
}
