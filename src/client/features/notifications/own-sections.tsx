// What one notification or template has of its own: its look and its rules, each folded to a sentence until opened.
import { useWatch } from 'react-hook-form';
import type { Widget } from '#shared/contract/widget.ts';
import type { EditorValues } from './editor-form.ts';
import { appearanceSummary, rulesSummary } from './own-summaries.ts';

export function OwnSections(_props: { widget: Widget }) {
  const [rules, appearance] = useWatch<EditorValues, ['rules', 'appearance']>({ name: ['rules', 'appearance'] });
  return (
    <div className="space-y-1 border-line border-t pt-5 text-table text-muted">
      <p>{rulesSummary(rules)}.</p>
      <p>{appearanceSummary(appearance)}.</p>
    </div>
  );
}
