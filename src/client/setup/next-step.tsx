// What is next in a site's set-up, in one line above a screen's content, with the button that does it.
import { Check } from 'lucide-react';
import { useSiteSetup } from '#client/data/site-installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { NextButton } from './setup-list.tsx';
import { nextStepOf, type Step, stepsOf } from './steps.ts';

/** What has just been done is said first. */
const INVITATIONS: Partial<Record<Step['key'], string>> = {
  snippet: 'Your notification is ready. Next, add the snippet to your site.',
  display:
    'Everything is in place. Open a page of your site to see your notification. If you opened it before, reload it in a minute.',
};

/** Renders nothing without a notification, and after the first display. */
export function NextStep({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  if (!setup || setup.firstNotificationAt === null || setup.firstDisplayAt !== null) return null;
  const step = nextStepOf(stepsOf(site, setup));
  const invitation = step && INVITATIONS[step.key];
  if (!invitation || !step.next) return null;
  return (
    <section
      aria-label="Next step"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-panel border border-line bg-surface px-4 py-3.5 md:px-5"
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-full bg-accent text-accent-ink">
        <Check aria-hidden="true" size={13} strokeWidth={3} />
      </span>
      <p className="min-w-0 flex-1 basis-60 text-pretty font-medium">{invitation}</p>
      <NextButton next={step.next} isPrimary={false} />
    </section>
  );
}
