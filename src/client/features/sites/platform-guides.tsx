// The guide for the owner's own platform, filled with their snippet. This browser remembers the choice.
import { useId, useState } from 'react';
import { localStore } from '#client/auth/browser.ts';
import { PLATFORMS } from '#client/content/links.ts';
import { useInstallation } from '#client/data/installation.ts';
import { Choice } from '#client/ui/choice.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeletons } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';

const CHOSEN = 'proofbell-platform';

/** Its text is loaded when a platform is chosen, and so is the list of all documents. */
const DocumentPage = lazyPart(
  async () => (await import('#client/content/document-page.tsx')).DocumentPage,
  <Skeletons label="Loading" sizes={['h-4 w-full', 'h-4 w-4/5']} className="max-w-[38rem] space-y-3" />,
);

export function PlatformGuides({ site }: { site: Site }) {
  const [stored, setStored] = useState(() => localStore.read(CHOSEN) ?? '');
  const { publicUrl } = useInstallation().data ?? {};
  const labelId = useId();
  const chosen = PLATFORMS.find(({ value }) => value === stored);
  const choose = (value: string) => {
    setStored(value);
    localStore.write(CHOSEN, value);
  };
  return (
    <Panel title="Step by step">
      <p id={labelId} className="mb-2 text-muted">
        Where does your site run?
      </p>
      <Choice aria-labelledby={labelId} value={stored} onChange={choose} options={PLATFORMS} />
      {chosen && publicUrl && (
        <section aria-label={chosen.label} className="mt-6 border-line border-t pt-6">
          <DocumentPage
            key={chosen.value}
            name={`guides/install-${chosen.value}`}
            slug={site.slug}
            values={{ YOUR_SITE_ID: site.id, 'https://proofbell.example.com': publicUrl }}
          />
        </section>
      )}
    </Panel>
  );
}
