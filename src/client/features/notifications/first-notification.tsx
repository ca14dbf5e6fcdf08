// Shown for an empty list: what visitors will see, and examples to start from.
import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LearnMore } from '#client/content/learn-more.tsx';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { HOUR } from '#shared/time.ts';
import { type Draft, previewOf } from './describe.ts';

type Suggestion = { label: string; type: Notification['type']; message: string };

/** The first is shown unasked, so it tells of nobody who doesn't exist. */
const SUGGESTIONS: [Suggestion, ...Suggestion[]] = [
  { label: 'News', type: 'announcement', message: 'Orders placed before noon leave the workshop the same day' },
  { label: 'An offer', type: 'discount', message: 'Free delivery on every lamp this week' },
  { label: 'Low stock', type: 'low-stock', message: 'Only a few Walnut Desks left from this batch' },
];

type FirstNotificationProps = { widget: Widget; slug: string; onWrite: (draft: Draft) => void };

export function FirstNotification({ widget, slug, onWrite }: FirstNotificationProps) {
  const [shown, setShown] = useState(SUGGESTIONS[0]);
  const [happenedAt] = useState(() => new Date(Date.now() - 2 * HOUR).toISOString());
  const { appearance, behavior } = widget.settings;
  return (
    <section
      className="grid gap-8 border-line border-t pt-8 lg:grid-cols-[1fr_26rem] lg:gap-12 lg:pt-10"
      aria-label="First notification"
    >
      <div>
        <h2 className="font-display text-heading md:text-title">Tell visitors what happened</h2>
        <p className="mt-2 max-w-md text-muted">
          Write news and offers yourself. Orders, sign-ups and reviews arrive automatically from a{' '}
          <Link to={screens.siteSources.href(slug)} className="font-medium underline">
            source
          </Link>
          . <LearnMore guide="write-a-notification" about="writing notifications" slug={slug} />
        </p>
        <fieldset className="mt-6">
          <legend className="text-meta text-muted">Examples</legend>
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
        <div className="mt-7 flex flex-wrap gap-2">
          <Button onClick={() => onWrite({})}>Write your own</Button>
          <Button
            variant="secondary"
            onClick={() => onWrite({ type: shown.type, message: shown.message, isExample: true })}
          >
            Use this example
          </Button>
          <Button asChild variant="secondary" icon={<LayoutTemplate aria-hidden="true" size={17} />}>
            <Link to="?templates">Start from a template</Link>
          </Button>
        </div>
      </div>
      <PreviewPane>
        <NotificationPreview
          notification={previewOf({ id: 'example', timestamp: happenedAt, ...shown })}
          appearance={appearance}
          customCSS={widget.styleSheet.css}
          behavior={behavior}
          isAnimated
          className="h-72"
        >
          <PageSketch />
        </NotificationPreview>
      </PreviewPane>
    </section>
  );
}
