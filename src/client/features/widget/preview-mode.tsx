// What the preview shows: the owner's settings, or an active template over them.
import { useState } from 'react';
import { useAllTemplates } from '#client/data/templates.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { Combobox } from '#client/ui/combobox.tsx';
import type { Template } from '#shared/contract/template.ts';

const OWN = 'own';

type PreviewModeProps = {
  /** The active template; null shows the owner's settings. */
  template: Template | null;
  onChange: (template: Template | null) => void;
};

export function PreviewMode({ template, onChange }: PreviewModeProps) {
  const [isNeeded, setIsNeeded] = useState(false);
  const list = useAllTemplates({ isNeeded });
  const { templates = [] } = list;
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return;
    setIsNeeded(true);
    if (list.error) void list.refetch();
  };
  // A template that was deleted meanwhile stays named for as long as it is shown.
  const isListed = !template || templates.some(({ id }) => id === template.id);
  const offered = isListed ? templates : [template, ...templates];
  return (
    <Combobox
      aria-label="Preview"
      value={template?.id ?? OWN}
      onValueChange={(id) => onChange(offered.find((one) => one.id === id) ?? null)}
      options={[
        { value: OWN, label: 'Your settings' },
        ...offered.map(({ id, name }) => ({ value: id, label: `Template: ${name}` })),
      ]}
      placeholder="Preview"
      searchPlaceholder="Search templates"
      onOpenChange={onOpenChange}
      emptyText={
        list.templates
          ? 'No template has this name.'
          : list.error && !list.isFetching
            ? "Couldn't load your templates."
            : 'Loading…'
      }
    />
  );
}

const hasValues = ({ customization, displayRules }: Template) =>
  Object.values(customization).some((group) => group && Object.keys(group).length > 0) ||
  (displayRules.conditions ?? []).length > 0;

/** Says where the values on the screen come from while a template is previewed, and offers to keep them. */
export function TemplateNotice({ template, onUse }: { template: Template; onUse: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-48 flex-1 text-meta">
        {hasValues(template)
          ? `Values come from the template “${template.name}” where it has them, the rest from your settings.`
          : `The template “${template.name}” has no settings of its own: these are yours.`}
        {template.customization.customCSS && " Its custom CSS isn't shown in the preview."}
      </p>
      {hasValues(template) && <SmallButton onClick={onUse}>Use these settings</SmallButton>}
    </div>
  );
}
