// What keeps a snippet from asking, without a trace on the server: what to look for in the page's own console. The lines
// are Chromium's.
import { type ReactNode, useId, useState } from 'react';
import { LearnMore } from '#client/content/learn-more.tsx';
import { useInstallation } from '#client/data/installation.ts';
import { tagSelectorOf } from '#client/format/snippet.ts';
import type { Site } from '#shared/contract/site.ts';

/** @param publicUrl of this server. @returns what the console says, from the start of each line. */
const consoleLines = (publicUrl: string) => ({
  script: `Loading the script '${publicUrl}/widget.js' violates the following Content Security Policy directive`,
  connect: `Connecting to '${publicUrl}/api/embed/…' violates the following Content Security Policy directive`,
  blocker: 'Failed to load resource: net::ERR_BLOCKED_BY_CLIENT',
});
const CONSENT = 'Proofbell.consent(true)';

export function UnseenCauses({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { publicUrl } = useInstallation().data ?? {};
  if (!publicUrl) return null;
  const lines = consoleLines(publicUrl);
  return (
    <div className="text-table">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="pressable-text text-left font-medium text-accent hover:underline"
      >
        {isOpen ? 'Hide console checks' : "Still nothing? Check your page's console"}
      </button>
      <div id={id} hidden={!isOpen} className="mt-3 space-y-4">
        <p className="text-muted">
          Open your page, press F12, choose Console, and reload.{' '}
          <LearnMore guide="consent-and-csp" about="consent and content security policies" slug={site.slug} />
        </p>
        <Cause title="A content security policy blocks it">
          <Line>{lines.script}</Line>
          <Line>{lines.connect}</Line>
          Allow <Code>{publicUrl}</Code> in <Code>script-src</Code> and <Code>connect-src</Code>.
        </Cause>
        <Cause title="It waits for consent">
          Type this line. If nothing showed before and something does now, your page has to call it once the visitor
          agrees:
          <Line>{CONSENT}</Line>
        </Cause>
        <Cause title="Your consent tool or cache changed the tag">
          Type this line:
          <Line>{`document.querySelector('${tagSelectorOf(site.id)}')?.type`}</Line>
          <Code>'text/plain'</Code> means that a consent tool switched it off. <Code>undefined</Code> means that it
          isn't on the page: empty your cache and publish again.
        </Cause>
        <Cause title="Your own ad blocker stops it">
          <Line>{lines.blocker}</Line>
          Allow it for your site, or use another browser for the check.
        </Cause>
      </div>
    </div>
  );
}

const Cause = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="space-y-1.5">
    <h3 className="font-semibold">{title}</h3>
    <div className="space-y-1.5 text-muted">{children}</div>
  </div>
);

const Code = ({ children }: { children: string }) => (
  <code className="wrap-anywhere font-mono text-ink text-meta">{children}</code>
);

const Line = ({ children }: { children: string }) => (
  <code className="wrap-anywhere block rounded-control border border-line bg-paper px-2.5 py-1.5 font-mono text-ink text-meta">
    {children}
  </code>
);
