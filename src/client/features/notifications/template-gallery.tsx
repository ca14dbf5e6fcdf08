// The templates to start from, in place of the list: search, categories, a card each; and the making, copying and
// deleting of an owner's own.
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAllTemplates, useCloneTemplate } from '#client/data/templates.ts';
import { useReopened } from '#client/form/kept-drafts.tsx';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { ContentError } from '#client/ui/load-error.tsx';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { TOASTS } from '#shared/messages.ts';
import { HOUR } from '#shared/time.ts';
import { DeleteTemplate } from './delete-template.tsx';
import type { Draft } from './describe.ts';
import { galleryHref } from './gallery-address.ts';
import { GalleryFrame } from './gallery-frame.tsx';
import { TemplateBrowser } from './template-browser.tsx';
import { type TemplateActions, TemplateCard } from './template-card.tsx';
import { draftFromNotification, draftFromTemplate, placeOfTemplate, type TemplateDraft } from './template-form.ts';
import { TemplateSheet } from './template-sheet.tsx';
import { draftOf } from './template-text.ts';

type TemplateGalleryProps = {
  site: Site;
  widget: Widget;
  /** From which templates can be made; undefined while they are loading. */
  notifications: Notification[] | undefined;
  onUse: (draft: Draft) => void;
};

export function TemplateGallery({ site, widget, notifications, onUse }: TemplateGalleryProps) {
  useTitle(`Templates · ${site.name}`);
  const [params, setParams] = useSearchParams();
  const all = useAllTemplates();
  const [happenedAt] = useState(() => new Date(Date.now() - 2 * HOUR).toISOString());
  const [draft, setDraft] = useState<TemplateDraft | null>(null);
  const [toDelete, setToDelete] = useState<Template | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const { mutateAsync: clone } = useCloneTemplate();

  useEffect(() => {
    // Using a template is what comes next, and shouldn't wait for the editor's code.
    void import('./editor-sheet.tsx');
  }, []);

  const actions = useMemo<TemplateActions>(
    () => ({
      use: (template) => onUse(draftOf(template)),
      editCopy: (template) => void afterPaint(() => setDraft(draftFromTemplate(template))),
      remove: (template) => void afterPaint(() => setToDelete(template)),
      // A promise, because the callbacks of one call are dropped at the next, or when the gallery is left.
      duplicate: ({ id }) =>
        void clone({ id }).then((copy) => {
          toast(TOASTS.templateDuplicated);
          setNewId(copy.id);
        }, toastFailed(TOASTS.templateCreateFailed)),
    }),
    [onUse, clone],
  );

  const card = (template: Template) => (
    <TemplateCard
      key={template.id}
      template={template}
      widget={widget}
      happenedAt={happenedAt}
      actions={actions}
      isNew={template.id === newId}
    />
  );

  useReopened(placeOfTemplate(widget.id, false), setDraft);

  const from = params.get('from');
  useEffect(() => {
    if (from === null || !notifications) return;
    const source = notifications.find(({ id }) => id === from);
    if (source) setDraft(draftFromNotification(source));
    setParams((now) => galleryHref(now), { replace: true });
  }, [from, notifications, setParams]);
  return (
    <>
      <GalleryFrame>
        {all.error ? (
          <ContentError title="Couldn't load the templates" query={all} />
        ) : (
          <TemplateBrowser templates={all.templates} card={card} />
        )}
      </GalleryFrame>
      {draft && <TemplateSheet widget={widget} timezone={site.timezone} draft={draft} onClose={() => setDraft(null)} />}
      {toDelete && <DeleteTemplate template={toDelete} onClose={() => setToDelete(null)} />}
    </>
  );
}
