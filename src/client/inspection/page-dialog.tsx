// Asks for a page of the owner's and opens it by an inspection link: with the inspector, which explains each notification
// there, and with draft settings if there are any.

import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useInspectionLink } from '#client/data/sites.ts';
import { TextField } from '#client/form/fields.tsx';
import { LINK_FIELD } from '#client/form/links.ts';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { timeOf } from '#client/format/dates.ts';
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { type InspectionLink, inspectionLinkInput } from '#shared/contract/inspection.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { MESSAGES } from '#shared/messages.ts';
import { rememberPage, suggestedPage } from './page-address.ts';

const page = inspectionLinkInput.pick({ url: true });

export type PageDialogProps = {
  site: Site;
  /** What the page shows instead of the saved settings. */
  settings?: SettingsPatch;
  title: string;
  description: string;
  /** Below the field. */
  hint: string;
  /** What a link does, for whom and for how long. */
  footnote: string;
  onClose: () => void;
};

export function PageDialog({ site, settings, title, description, hint, footnote, onClose }: PageDialogProps) {
  const createLink = useInspectionLink();
  const [link, setLink] = useState<InspectionLink | null>(null);
  const schema = settings
    ? page.refine(({ url }) => !URL.canParse(url) || isAllowedHost(new URL(url).hostname, site.domains), {
        path: ['url'],
        error: MESSAGES.notYourDomain,
      })
    : page;
  const form = useServerForm({
    schema,
    defaultValues: { url: suggestedPage(site) },
    save: ({ url }) => createLink.mutateAsync({ id: site.id, url, ...(settings && { settings }) }),
    onSaved(created, { url }) {
      setLink(created);
      rememberPage(site.id, url);
    },
  });
  const [isBlocked, setIsBlocked] = useState(false);
  const [intent, setIntent] = useState<'open' | 'link'>('open');

  useEffect(() => {
    if (!link) return;
    const timer = setTimeout(() => setLink(null), Date.parse(link.expiresAt) - Date.now());
    return () => clearTimeout(timer);
  }, [link]);

  const start = async (next: 'open' | 'link') => {
    if (form.isBusy) return;
    setIntent(next);
    setLink(null);
    // Before any await: later, the browser would block the tab as a pop-up.
    const isValid = schema.safeParse(form.getValues()).success;
    const tab = next === 'open' && isValid ? openWaitingTab() : null;
    setIsBlocked(next === 'open' && isValid && !tab);
    const created = await form.submit();
    if (created) tab?.location.replace(created.url);
    else tab?.close();
  };
  const { isBusy } = form;
  const refused = form.failure?.fields.find(({ field }) => field.startsWith('settings.'));

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => void start('link')}
            isBusy={isBusy && intent === 'link'}
            disabled={isBusy}
          >
            Just give me the link
          </Button>
          <Button
            type="submit"
            form="page"
            icon={<ExternalLink aria-hidden="true" size={16} />}
            isBusy={isBusy && intent === 'open'}
            busyLabel="Opening..."
          >
            Open my page
          </Button>
        </>
      }
    >
      <ServerForm
        form={form}
        id="page"
        failureTitle="Couldn't create the link"
        alert={
          refused && (
            <Alert tone="danger" title="These settings can't be used yet">
              {labelOf(refused.field)}: {refused.message}
            </Alert>
          )
        }
        onSubmit={() => void start('open')}
        className="space-y-5"
      >
        <TextField
          form={form}
          name="url"
          rules={{ ...LINK_FIELD, onChange: () => setLink(null) }}
          label="Page URL"
          hint={hint}
          type="url"
          autoComplete="url"
          spellCheck={false}
          placeholder="e.g. shop.example/products"
        />
        {link && (
          <div className="space-y-3" role="status">
            {isBlocked && (
              <Alert tone="proof" title="Your browser blocked the new tab">
                Allow it for Proofbell, or{' '}
                <a href={link.url} target="_blank" rel="noopener" className="font-medium text-accent underline">
                  open your page with this link
                </a>
                .
              </Alert>
            )}
            <CodeBlock label={`Works until ${timeOf(link.expiresAt)}`} code={link.url} />
          </div>
        )}
        <p className="text-muted text-table">{footnote}</p>
      </ServerForm>
    </Dialog>
  );
}

/** @param field of the server, such as settings.rules.conditions.0.value. @returns what the screens call it. */
const labelOf = (field: string): string =>
  Object.entries(SETTING_LABELS).find(([path]) => `${field}.`.startsWith(`settings.${path}.`))?.[1] ?? field;

/** Call it in a click handler. @returns the new tab, or null if the browser blocked it. */
function openWaitingTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Opening your page…';
  tab.document.body.textContent = tab.document.title;
  return tab;
}
