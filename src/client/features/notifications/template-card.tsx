// One template in the gallery: how it looks, where it shows, how often it was used. The whole card uses it.
import { Copy, CopyPlus, Filter, MoreHorizontal, Trash2 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useSeen } from '#client/hooks/use-seen.ts';
import { NotificationPreview } from '#client/preview/notification-preview.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { IconButton, SmallButton } from '#client/ui/button.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { CARD_FRAME, UNSEEN_FRAME } from './gallery-frame.tsx';
import { lookOf, ownSettings, rulesSummary } from './own-summaries.ts';
import { rulesInShort } from './rules-in-short.ts';
import { CATEGORY_LABELS, sampleOf } from './template-text.ts';

export type TemplateActions = {
  use: (template: Template) => void;
  duplicate: (template: Template) => void;
  editCopy: (template: Template) => void;
  remove: (template: Template) => void;
};

const times = (count: number) => (count === 1 ? 'Used 1 time' : `Used ${count} times`);

type TemplateCardProps = {
  template: Template;
  widget: Widget;
  /** When the sample happened. */
  happenedAt: string;
  actions: TemplateActions;
  /** Whether it was just made here: it takes the focus, which brings it into view. */
  isNew: boolean;
};

export const TemplateCard = memo(function TemplateCard({
  template,
  widget,
  happenedAt,
  actions,
  isNew,
}: TemplateCardProps) {
  const { name, category, displayRules, customization, isBuiltIn, usageCount = 0 } = template;
  const element = useRef<HTMLLIElement>(null);
  // Only then its notification is drawn, and its menu there.
  const isSeen = useSeen(element, '200px');
  const rules = rulesInShort(displayRules);
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) use.current?.focus();
  }, [isNew]);
  const notes = [ownSettings(customization) > 0 && 'Own appearance', usageCount > 0 && times(usageCount)].filter(
    Boolean,
  );
  return (
    <li
      ref={element}
      className="relative row-span-2 grid grid-cols-1 grid-rows-subgrid gap-0 overflow-hidden rounded-panel border border-line bg-raised transition-colors duration-100 focus-within:border-field hover:border-field"
    >
      <div className={`${CARD_FRAME} ${UNSEEN_FRAME}`}>
        {isSeen ? (
          <CardPreview template={template} widget={widget} happenedAt={happenedAt} />
        ) : (
          <Skeleton className="h-16 w-4/5" />
        )}
      </div>
      <div className="flex flex-col border-line border-t px-4 pt-3 pb-3">
        <div className="flex items-start justify-between gap-2">
          <h3 className="min-w-0 break-words font-semibold">{name}</h3>
          {isBuiltIn ? (
            <span className="shrink-0 pt-0.5 text-meta text-muted">{CATEGORY_LABELS[category]}</span>
          ) : (
            <Badge tone="accent">Yours</Badge>
          )}
        </div>
        {rules !== null && (
          <p className="mt-1.5 flex gap-1.5 text-meta text-muted" title={rulesSummary(displayRules)}>
            <Filter aria-hidden="true" size={13} className="mt-0.5 shrink-0" />
            <span className="line-clamp-2 min-w-0 break-words">{rules}</span>
          </p>
        )}
        <div className="mt-auto flex items-center justify-between gap-2 pt-3">
          <span className="text-meta text-muted">{notes.join(' · ')}</span>
          <span className="flex items-center gap-1">
            <span className="relative z-10">{isSeen && <CardMenu template={template} actions={actions} />}</span>
            <SmallButton
              ref={use}
              aria-label={`Use “${name}”`}
              onClick={() => actions.use(template)}
              className="after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              Use
            </SmallButton>
          </span>
        </div>
      </div>
    </li>
  );
});

const ICON = { 'aria-hidden': true, size: 15 } as const;

function CardMenu({ template, actions }: { template: Template; actions: TemplateActions }) {
  const items: MenuItem[] = [
    { kind: 'item', label: 'Edit a copy', icon: <CopyPlus {...ICON} />, onSelect: () => actions.editCopy(template) },
    { kind: 'item', label: 'Duplicate', icon: <Copy {...ICON} />, onSelect: () => actions.duplicate(template) },
  ];
  if (!template.isBuiltIn) {
    const remove = () => actions.remove(template);
    items.push(
      { kind: 'separator' },
      { kind: 'item', label: 'Delete', icon: <Trash2 {...ICON} />, tone: 'danger', onSelect: remove },
    );
  }
  return (
    <Menu
      label="Actions"
      trigger={
        <IconButton label={`Actions for “${template.name}”`} size="sm">
          <MoreHorizontal aria-hidden="true" size={18} />
        </IconButton>
      }
      items={() => items}
    />
  );
}

/** In the flow of the card, which grows with it, instead of at the edge where visitors see it; a little smaller. */
const IN_THE_FLOW =
  '.region{position:static;box-sizing:border-box;height:auto;min-height:calc(160px/.9);margin:auto;padding:20px 0;align-items:center;zoom:.9}.notice{max-height:none}';

function CardPreview({ template, widget, happenedAt }: Omit<TemplateCardProps, 'actions' | 'isNew'>) {
  const notification = useMemo(() => sampleOf(template, happenedAt), [template, happenedAt]);
  const look = useMemo(() => lookOf(widget, template.customization), [widget, template.customization]);
  return (
    <NotificationPreview
      notification={notification}
      appearance={look.appearance}
      customCSS={look.customCSS + IN_THE_FLOW}
      behavior={widget.settings.behavior}
      isMobile
      className="w-full"
    />
  );
}
