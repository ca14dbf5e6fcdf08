// A live preview of the draft, rendered by the widget's own view.
import { useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Widget } from '#shared/contract/widget.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { type Draft, previewOf } from './describe.ts';
import { type EditorOutput, type EditorValues, shownValuesOf } from './editor-form.ts';

/** @param issue of a style sheet that an earlier version accepted. */
const leftOut = (issue: string) => `Your custom CSS isn't used: ${issue}. Save it again without that part.`;

type EditorPreviewProps = { control: Control<EditorValues, unknown, EditorOutput>; widget: Widget; draft: Draft };

export function EditorPreview({ control, widget, draft }: EditorPreviewProps) {
  const values = useWatch({ control });
  const [openedAt] = useState(() => new Date().toISOString());
  const notification = useMemo(() => {
    const shown = shownValuesOf(values);
    return previewOf({
      ...shown,
      id: draft.id ?? 'new',
      type: values.type ?? 'purchase',
      message: shown.message ?? 'Your message',
      // A half-typed URL is not requested.
      image: shown.image && isSafeLink(shown.image) ? shown.image : null,
      timestamp: shown.timestamp ?? openedAt,
    });
  }, [draft.id, values, openedAt]);
  return (
    <PreviewPane
      note={widget.styleSheet.issue ? leftOut(widget.styleSheet.issue) : "Live preview in your site's style."}
    >
      <NotificationPreview
        notification={notification}
        appearance={widget.settings.appearance}
        customCSS={widget.styleSheet.css}
        behavior={widget.settings.behavior}
        isMobile
        className="h-56 md:h-72"
      >
        <PageSketch />
      </NotificationPreview>
    </PreviewPane>
  );
}
