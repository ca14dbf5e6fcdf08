// 'Why don't I see it?': asks for the page, and opens it with the overlay that explains each notice there.
import { zodResolver } from '@hookform/resolvers/zod';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFaults } from '#client/api/form-faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { type InspectionLink, inspectionLinkInput } from '#shared/contract/inspection.ts';
import type { Site } from '#shared/contract/site.ts';
import { openWaitingTab, type WaitingTab } from './open-tab.ts';
import { pageAddressOf } from './page-address.ts';
import { useInspectionLink } from './queries.ts';

const resolver = zodResolver(z.object({ url: inspectionLinkInput.shape.url }));

const timeOf = (iso: string) => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(iso));

export function WhyDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const make = useInspectionLink();
  const form = useForm({ resolver, defaultValues: { url: pageAddressOf(site) } });
  const [failure, setFailure] = useState<string | null>(null);
  const [isBlocked, setIsBlocked] = useState(false);
  const [wish, setWish] = useState<'open' | 'link'>('open');
  const [link, setLink] = useState<InspectionLink | null>(null);

  useEffect(() => {
    if (!link) return;
    const timer = setTimeout(() => setLink(null), Date.parse(link.expiresAt) - Date.now());
    return () => clearTimeout(timer);
  }, [link]);

  const start = (next: 'open' | 'link') => {
    setWish(next);
    setFailure(null);
    setLink(null);
    // Before anything is awaited: later the browser would take it for an advertisement.
    const isGood = inspectionLinkInput.shape.url.safeParse(form.getValues('url')).success;
    const tab = next === 'open' && isGood ? openWaitingTab('Opening your page…') : null;
    setIsBlocked(next === 'open' && isGood && !tab);
    void form.handleSubmit(({ url }) => send(url, tab))();
  };
  const send = (url: string, tab: WaitingTab | null) =>
    make.mutateAsync({ id: site.id, url }).then(
      (made) => {
        setLink(made);
        tab?.go(made.url);
      },
      (error: unknown) => {
        tab?.close();
        setFailure(showFaults(error, form.setError, ['url']));
      },
    );

  const isBusy = make.isPending;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Why don’t I see it?"
      description="Opens your own page with an overlay that lists each notification and rule, and says why it shows there or not."
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => start('link')}
            isBusy={isBusy && wish === 'link'}
            disabled={isBusy}
          >
            Only make the link
          </Button>
          <Button
            type="submit"
            form="why"
            icon={<ExternalLink aria-hidden="true" size={16} />}
            isBusy={isBusy && wish === 'open'}
            busyLabel="Opening..."
          >
            Open my page
          </Button>
        </>
      }
    >
      <form
        id="why"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) start('open');
        }}
        className="space-y-5"
      >
        {failure && (
          <Alert tone="danger" title="The link could not be made">
            {failure}
          </Alert>
        )}
        <Field
          label="Address of your page"
          hint="The page where you miss a notification. It must carry the snippet."
          error={form.formState.errors.url?.message}
        >
          {(a) => (
            <Input
              {...a}
              {...form.register('url', { onChange: () => setLink(null) })}
              type="url"
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              placeholder="https://shop.example/"
            />
          )}
        </Field>
        {link && (
          <div className="space-y-3" aria-live="polite">
            {isBlocked && (
              <Alert tone="proof" title="Your browser blocked the new tab">
                Allow it for Proofbell, or{' '}
                <a href={link.url} target="_blank" rel="noopener" className="font-medium text-accent underline">
                  open your page by this link
                </a>
                .
              </Alert>
            )}
            <CodeBlock label={`Works until ${timeOf(link.expiresAt)}`} code={link.url} />
          </div>
        )}
        <p className="text-muted text-table">
          The link works for ten minutes and shows the overlay to whoever has it; your visitors never load it. Nothing
          is counted on that page. No overlay? Then the snippet is not on the page, or its content policy blocks it.
        </p>
      </form>
    </Dialog>
  );
}
