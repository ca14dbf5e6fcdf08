// The account's settings: profile, plan, preferences of this browser, password, sessions, API keys, deletion.
import { ApiKeysPanel } from '#client/api-keys/api-keys-panel.tsx';
import { useUser } from '#client/auth/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { BillingPanel } from './billing-panel.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailPanel } from './email-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WeeklyMailPanel } from './weekly-mail-panel.tsx';

export default function SettingsPage() {
  useTitle('User Settings');
  const user = useUser();
  // Signed out: the guard is about to redirect.
  if (!user) return null;
  return (
    <>
      <PageHeader
        title="User Settings"
        description="Your profile, password, plan, devices, API keys and preferences."
      />
      <div className="max-w-3xl space-y-8">
        <ProfilePanel user={user} />
        <EmailPanel user={user} />
        <PasswordPanel user={user} />
        <BillingPanel />
        <WeeklyMailPanel />
        <SessionsPanel />
        <ApiKeysPanel isFolded />
        <PreferencesPanel />
        <ExportPanel />
        <DeleteAccount user={user} />
      </div>
    </>
  );
}
