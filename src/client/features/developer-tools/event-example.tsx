// The call that a script makes first, to copy: with the site's id, and with the key if one was just created on this page.
import { useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { screens } from '#client/screens.ts';
import { Choice } from '#client/ui/choice.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';
import { curlOf, eventExample, fetchOf } from '#shared/rest-examples.ts';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
] as const;
type Language = (typeof LANGUAGES)[number]['value'];
const WRITERS = { curl: curlOf, javascript: fetchOf };

/** In place of a key that isn't there yet. */
const NO_KEY = 'YOUR_API_KEY';

export function EventExample({ site, apiKey }: { site: Site; apiKey: string | null }) {
  const { data } = useInstallation();
  const [language, setLanguage] = useState<Language>('curl');
  const [at] = useState(() => new Date().toISOString());
  const origin = data?.publicUrl ?? window.location.origin;
  const code = WRITERS[language](eventExample(site.id, at), { origin, key: apiKey ?? NO_KEY });
  return (
    <Panel
      title="Report an order"
      description={apiKey ? 'With your new key: it runs as it is.' : `Create a key, and it replaces ${NO_KEY}.`}
      action={<Choice aria-label="Language" value={language} onChange={setLanguage} options={LANGUAGES} />}
    >
      <div className="grid gap-4">
        <CodeBlock label="POST an event" code={code} />
        <p className="text-pretty text-muted">
          It becomes a notification and shows on <TextLink to={screens.siteEvents.href(site.slug)}>Events</TextLink>.
          Delete it there after trying.
        </p>
        <CodeBlock label="Site ID" code={site.id} />
      </div>
    </Panel>
  );
}
