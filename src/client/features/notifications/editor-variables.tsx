// Values for the variables of a template's texts: which are filled, which fall back, and which are missing.
import { useFormContext, useWatch } from 'react-hook-form';
import { capitalized } from '#client/format/words.ts';
import { Badge } from '#client/ui/badge.tsx';
import { VARIABLE_MAX } from '#shared/limits.ts';
import type { EditorValues } from './editor-form.ts';
import { TextField } from './form-fields.tsx';
import { type UsedVariable, variablesIn } from './template-text.ts';

/** Nothing when the texts have no variables. */
export function EditorVariables() {
  const { control } = useFormContext<EditorValues>();
  const [message, title] = useWatch({ control, name: ['message', 'title'] });
  const used = variablesIn(message, title);
  if (used.length === 0) return null;
  return (
    <fieldset className="rounded-panel border border-line bg-raised px-4 pt-3.5 pb-4">
      <legend className="float-left mb-3.5 w-full">
        <span className="block font-semibold text-sm">Fill in the braces</span>
        <span className="block text-table text-muted">Enter only what is true, or leave it blank.</span>
      </legend>
      <div className="clear-both grid gap-4 @md:grid-cols-2">
        {used.map((one) => (
          <VariableField key={one.variable} {...one} />
        ))}
      </div>
    </fieldset>
  );
}

const saidInstead = (fallbacks: string[]): string => {
  const written = fallbacks.filter(Boolean).map((fallback) => `“${fallback}”`);
  return written.length > 0 ? `If blank: ${written.join(', ')}` : 'If blank: nothing';
};

function VariableField({ variable, fallbacks, isRequired }: UsedVariable) {
  const { control } = useFormContext<EditorValues>();
  const value = useWatch({ control, name: `variables.${variable}` });
  const isFilled = value.trim() !== '';
  const state = isFilled ? 'Filled' : isRequired ? 'Needed' : 'Fallback';
  return (
    <TextField
      name={`variables.${variable}`}
      label={capitalized(variable)}
      hint={isFilled || isRequired ? undefined : saidInstead(fallbacks)}
      action={<Badge tone={isFilled ? 'success' : isRequired ? 'proof' : 'neutral'}>{state}</Badge>}
      aria-required={isRequired || undefined}
      maxLength={VARIABLE_MAX}
    />
  );
}
