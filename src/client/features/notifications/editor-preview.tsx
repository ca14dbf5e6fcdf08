// The notice being written, drawn by the widget's own view while it is typed.
import { useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { NoticePreview } from '#client/preview/notice-preview.tsx';
import { PageSketch } from '#client/preview/page-sketch.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { Widget } from '#shared/contract/widget.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { type Draft, toEmbed } from './describe.ts';
import { type EditorOutput, type EditorValues, fromLocal } from './editor-form.ts';

type EditorPreviewProps = { control: Control<EditorValues, unknown, EditorOutput>; widget: Widget; draft: Draft };

export function EditorPreview({ control, widget, draft }: EditorPreviewProps) {
  const values = useWatch({ control });
  const { type = 'purchase', message, title, url, image, rating, code, count, timestamp } = values;
  const [openedAt] = useState(() => new Date().toISOString());
  const notice = useMemo(
    () =>
      toEmbed({
        id: draft.id ?? 'new',
        type,
        message: message?.trim() || 'Your message',
        title: title?.trim() || null,
        url: url?.trim() || null,
        // A half-typed address is not asked for.
        image: isSafeLink(image) ? image : null,
        rating: Number(rating) || null,
        code: code?.trim() || null,
        count: count?.trim() ? Math.trunc(Number(count)) || 0 : null,
        timestamp: fromLocal(timestamp ?? '') ?? openedAt,
      }),
    [draft.id, type, message, title, url, image, rating, code, count, timestamp, openedAt],
  );
  return (
    <PreviewPane note="Drawn by the widget itself. Its place and colours are those of your site's widget.">
      <NoticePreview
        notice={notice}
        appearance={widget.settings.appearance}
        behavior={widget.settings.behavior}
        isMobile
        className="h-56 md:h-72"
      >
        <PageSketch />
      </NoticePreview>
    </PreviewPane>
  );
}
