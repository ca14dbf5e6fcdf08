// An empty list: what a notice looks like to visitors, and the first one ready to be written.
import { useState } from 'react';
import { NoticePreview } from '#client/preview/notice-preview.tsx';
import { PageSketch } from '#client/preview/page-sketch.tsx';
import { Button } from '#client/ui/button.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { type Draft, toEmbed } from './describe.ts';

type Suggestion = { label: string; type: Notification['type']; message: string };

const SUGGESTIONS: [Suggestion, ...Suggestion[]] = [
  { label: 'A purchase', type: 'purchase', message: 'Ana from Lisbon bought the Oak Desk' },
  { label: 'A review', type: 'review', message: '“Exactly as pictured.” Jonas, on the Linen Lamp' },
  { label: 'News', type: 'announcement', message: 'Orders placed before noon leave the workshop the same day' },
];

export function FirstNotice({ widget, onWrite }: { widget: Widget; onWrite: (draft: Draft) => void }) {
  const [shown, setShown] = useState(SUGGESTIONS[0]);
  const [happenedAt] = useState(() => new Date(Date.now() - 2 * 3_600_000).toISOString());
  const { appearance, behavior } = widget.settings;
  return (
    <section
      className="grid gap-8 border-line border-t pt-8 lg:grid-cols-[1fr_26rem] lg:gap-12 lg:pt-10"
      aria-label="First notification"
    >
      <div>
        <h2 className="font-display text-heading md:text-title">Tell visitors what happened</h2>
        <p className="mt-2 max-w-md text-muted">
          A notice is one true sentence about your shop. Start from an example and put in what really took place.
        </p>
        <fieldset className="mt-6">
          <legend className="text-meta text-muted">Start from</legend>
          <div className="mt-2 flex flex-wrap gap-2">
            {SUGGESTIONS.map((suggestion) => (
              <button
                key={suggestion.label}
                type="button"
                aria-pressed={suggestion === shown}
                onClick={() => setShown(suggestion)}
                className={`h-9 rounded-control border px-3 font-medium text-table ${suggestion === shown ? 'border-accent bg-accent-tint text-ink' : 'border-line text-muted hover:border-field hover:text-ink'}`}
              >
                {suggestion.label}
              </button>
            ))}
          </div>
        </fieldset>
        <div className="mt-7">
          <Button onClick={() => onWrite({ type: shown.type, message: shown.message })}>
            Write your first notification
          </Button>
        </div>
      </div>
      <PreviewPane>
        <NoticePreview
          notice={toEmbed({ id: 'example', timestamp: happenedAt, ...shown })}
          appearance={appearance}
          behavior={behavior}
          isAnimated
          className="h-72"
        >
          <PageSketch />
        </NoticePreview>
      </PreviewPane>
    </section>
  );
}
