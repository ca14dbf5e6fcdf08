// What stands above a site's figures while there is something to tell: the set-up list, and what needs attention. Loaded
// for such sites only. The figures are inside, so that nothing moves when it arrives.
import type { ReactNode } from 'react';
import { SetupList } from '#client/setup/setup-list.tsx';
import type { AttentionItem, SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { AttentionList } from './attention-list.tsx';

type SiteNewsProps = {
  site: Site;
  /** Undefined while unknown. */
  setup: SiteSetup | undefined;
  attention: readonly AttentionItem[];
  children: ReactNode;
};

export const SiteNews = ({ site, setup, attention, children }: SiteNewsProps) => (
  <>
    {setup && <SetupList site={site} setup={setup} />}
    <AttentionList site={site} items={attention} />
    {children}
  </>
);
