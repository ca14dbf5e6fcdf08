// The account's settings in sections, each with an address of its own, and an index of them beside.
import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiKeysPanel } from '#client/api-keys/api-keys-panel.tsx';
import { useUser } from '#client/auth/session-context.tsx';
import { useLanding } from '#client/hooks/use-landing.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { BILLING_ANCHOR, BillingPanel } from './billing-panel.tsx';
import { useCurrentSection } from './current-section.ts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailPanel } from './email-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WeeklyMailPanel } from './weekly-mail-panel.tsx';

/** In the page's order. Emails and the payment provider lead to some of them: their names stay. */
const SECTIONS = {
  profile: 'Profile',
  security: 'Password and sessions',
  [BILLING_ANCHOR]: 'Plan and billing',
  'weekly-email': 'Weekly emails',
  'api-keys': 'API keys',
  preferences: 'Preferences',
  account: 'Your data',
} as const;
const IDS = Object.keys(SECTIONS);

export default function SettingsPage() {
  useTitle('User Settings');
  const user = useUser();
  const current = useCurrentSection(IDS);
  // Signed out: the guard is about to redirect.
  if (!user) return null;
  return (
    <>
      <PageHeader title="User Settings" />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,48rem)]">
        <nav aria-label="Sections" className="lg:sticky lg:top-24 lg:self-start">
          <ul className="flex flex-wrap gap-x-4 gap-y-1 lg:grid">
            {Object.entries(SECTIONS).map(([id, label]) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  aria-current={id === current ? 'true' : undefined}
                  className="inline-block rounded-control py-1.5 font-medium text-muted text-table underline-offset-4 hover:text-ink hover:underline lg:aria-[current=true]:font-semibold lg:aria-[current=true]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 space-y-8">
          <Section id="profile">
            <ProfilePanel user={user} />
            <EmailPanel user={user} />
          </Section>
          <Section id="security">
            <PasswordPanel user={user} />
            <SessionsPanel />
          </Section>
          <Section id={BILLING_ANCHOR}>
            <BillingPanel />
          </Section>
          <Section id="weekly-email">
            <WeeklyMailPanel />
          </Section>
          <Section id="api-keys">
            <ApiKeysPanel isFolded />
          </Section>
          <Section id="preferences">
            <PreferencesPanel />
          </Section>
          <Section id="account">
            <ExportPanel />
            <DeleteAccount user={user} />
          </Section>
        </div>
      </div>
    </>
  );
}

function Section({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLanding(place, useLocation().hash === `#${id}`);
  return (
    <div id={id} ref={place} className="scroll-mt-24 space-y-8">
      {children}
    </div>
  );
}
