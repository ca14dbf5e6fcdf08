// The guide for the owner's own platform, filled with their snippet. This browser remembers the choice.
import { useId, useState } from 'react';
import { localStore } from '#client/auth/browser.ts';
import { DocumentPage } from '#client/content/document-page.tsx';
import { PLATFORMS } from '#client/content/links.ts';
import { useInstallation } from '#client/data/installation.ts';
import { Choice } from '#client/ui/choice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';

const CHOSEN = 'proofbell-platform';

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
