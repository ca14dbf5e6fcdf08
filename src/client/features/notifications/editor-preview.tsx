// A live preview of the draft, rendered by the widget's own view, as a phone or a computer shows it.
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { type Draft, previewOf, sourceOf } from './describe.ts';
import { type EditorValues, shownValuesOf } from './editor-form.ts';
import { lookOf } from './own-summaries.ts';

/** @param issue of a style sheet that an earlier version accepted. */
const leftOut = (issue: string) => `Your custom CSS isn't used: ${issue}. Save it again without that part.`;

type EditorPreviewProps = { widget: Widget; draft: Draft; timezone: string };

export function EditorPreview({ widget, draft, timezone }: EditorPreviewProps) {
  const { control } = useFormContext<EditorValues>();
  const values = useDeferredValue(useWatch({ control }) as EditorValues);
  const notification = useMemo(() => {
    const shown = shownValuesOf(values, { timezone, template: draft.template });
    return previewOf({
      ...shown,
      id: draft.id ?? 'new',
      type: values.type,
      source: sourceOf(draft),
      message: shown.message ?? 'Your message',
      // A half-typed URL is not requested.
      image: shown.image && isSafeLink(shown.image) ? shown.image : null,
      // As if it were saved now.
      timestamp: shown.timestamp ?? new Date().toISOString(),
    });
  }, [draft, values, timezone]);
  return <LivePreview notification={notification} appearance={values.appearance} widget={widget} />;
}

type LivePreviewProps = {
  notification: EmbedNotification;
  appearance: Notification['appearance'];
  widget: Widget;
  note?: string | undefined;
};

const SCREENS = [
  { value: 'mobile', label: 'Phone' },
  { value: 'desktop', label: 'Computer' },
] as const;
type Screen = (typeof SCREENS)[number]['value'];

/** @param props.appearance the notification's own, over the widget's. */
export function LivePreview({ notification, appearance, widget, note }: LivePreviewProps) {
  const [screen, setScreen] = useState<Screen>('mobile');
  const look = useMemo(() => lookOf(widget, appearance), [widget, appearance]);
  const issue = widget.styleSheet.issue === null ? undefined : leftOut(widget.styleSheet.issue);
  return (
    <PreviewPane note={issue ?? look.note ?? note}>
      <NotificationPreview
        notification={notification}
        appearance={look.appearance}
        customCSS={look.customCSS}
        behavior={widget.settings.behavior}
        isMobile={screen === 'mobile'}
        className="h-56 md:h-72"
      >
        <PageSketch />
      </NotificationPreview>
      <fieldset className="flex gap-1 border-line border-t p-2">
        <legend className="sr-only">Screen of the preview</legend>
        {SCREENS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === screen}
            onClick={() => setScreen(value)}
            className={`h-8 flex-1 rounded-control font-medium text-table ${value === screen ? 'bg-accent-tint text-ink' : 'text-muted hover:text-ink'}`}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </PreviewPane>
  );
}
