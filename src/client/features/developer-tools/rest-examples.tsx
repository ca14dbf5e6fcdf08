// Calls of the API to copy, with the owner's own ids, and with the key if one was just created on this page.
import { useState } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { Choice } from '#client/ui/choice.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { curlOf, fetchOf, ownerExamples } from '#shared/rest-examples.ts';

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'javascript', label: 'JavaScript' },
] as const;
type Language = (typeof LANGUAGES)[number]['value'];
const WRITERS = { curl: curlOf, javascript: fetchOf };

/** In place of what isn't there yet. */
const NO_KEY = 'YOUR_API_KEY';
const NO_NOTIFICATION = 'NOTIFICATION_ID';

type RestExamplesProps = {
  siteId: string;
  widgetId: string;
  /** The newest notification; undefined while there is none. */
  notificationId: string | undefined;
  apiKey: string | null;
};

export function RestExamples({ apiKey, notificationId, ...ids }: RestExamplesProps) {
  const { data } = useInstallation();
  const [language, setLanguage] = useState<Language>('curl');
  const origin = data?.publicUrl ?? window.location.origin;
  const write = WRITERS[language];
  const examples = ownerExamples({ ...ids, notificationId: notificationId ?? NO_NOTIFICATION });
  return (
    <Panel
      title="REST API"
      description={
        apiKey
          ? 'With your IDs and your new key: ready to run as they are.'
          : `With your IDs. Create a key above, and it replaces ${NO_KEY} here.`
      }
      action={<Choice aria-label="Language" value={language} onChange={setLanguage} options={LANGUAGES} />}
    >
      <div className="grid gap-4">
        {examples.map(({ title, call }) => (
          <CodeBlock key={title} label={title} code={write(call, { origin, key: apiKey ?? NO_KEY })} />
        ))}
        {!notificationId && (
          <p className="text-muted">
            Updating needs a notification: use the id that creating one returns in place of {NO_NOTIFICATION}.
          </p>
        )}
      </div>
    </Panel>
  );
}
