// Adds a goal or changes one.
import { useController } from 'react-hook-form';
import { useCreateGoal, useUpdateGoal } from '#client/data/effect.ts';
import { useSources } from '#client/data/sources.ts';
import { TextField } from '#client/form/fields.tsx';
import { FormDialog } from '#client/form/form-dialog.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Field } from '#client/ui/field.tsx';
import { Select } from '#client/ui/select.tsx';
import { TagInput } from '#client/ui/tag-input.tsx';
import type { CreateGoalInput, Goal } from '#shared/contract/goal.ts';
import type { Site } from '#shared/contract/site.ts';
import { OPERATOR_WORDS } from '#shared/embed/describe-condition.ts';
import { CONDITION_OPERATORS } from '#shared/embed/rule-types.ts';
import { ALL_SOURCES, type GoalValues, goalSchemaOf, keyOf, valuesOf } from './goal-form.ts';

const KINDS: { value: Goal['kind']; label: string; description: string }[] = [
  { value: 'orders', label: 'Orders', description: 'Purchases, sign-ups or reviews from your sources' },
  { value: 'page', label: 'A page', description: 'Somebody gets to it' },
  { value: 'click', label: 'A click', description: 'On anything that you mark' },
  { value: 'code', label: 'Your own code', description: 'It says when' },
];
const EVENTS = [
  { value: 'purchase', label: 'Purchases' },
  { value: 'signup', label: 'Sign-ups' },
  { value: 'review', label: 'Reviews' },
];
const OPERATORS = CONDITION_OPERATORS.page.map((value) => ({ value, label: OPERATOR_WORDS[value] }));

type GoalDialogProps = {
  site: Site;
  /** Null for a new one. */
  goal: Goal | null;
  /** Whether changing what counts begins a new measurement. */
  isMeasured: boolean;
  onClose: () => void;
};

export function GoalDialog({ site, goal, isMeasured, onClose }: GoalDialogProps) {
  const create = useCreateGoal();
  const update = useUpdateGoal();
  const form = useServerForm<GoalValues, CreateGoalInput, Goal>({
    schema: goalSchemaOf(site.id),
    defaultValues: valuesOf(goal),
    save: (input) => (goal ? update.mutateAsync({ ...input, goalId: goal.id }) : create.mutateAsync(input)),
    // It is made of the name.
    fieldOf: (field) => (field === 'key' ? 'name' : field),
    onSaved: onClose,
  });
  const { control } = form;
  const kind = useController({ control, name: 'kind' });
  const [name, key] = form.watch(['name', 'key']);
  const told = keyOf({ name: name.trim() || 'newsletter', key });
  return (
    <FormDialog
      form={form}
      title={goal ? 'Edit goal' : 'Add a goal'}
      description={goal?.isMain && isMeasured ? 'If what counts changes, measuring begins anew.' : undefined}
      submit={{ children: goal ? 'Save' : 'Add goal' }}
      onClose={onClose}
      className="space-y-5"
    >
      <TextField form={form} name="name" label="Name" placeholder="e.g. Newsletter" autoComplete="off" />
      <Field label="What counts" error={kind.fieldState.error?.message}>
        {(a) => <Select {...a} value={kind.field.value} onValueChange={kind.field.onChange} options={KINDS} />}
      </Field>
      {kind.field.value === 'orders' && <OrderFields form={form} site={site} />}
      {kind.field.value === 'page' && <PageFields form={form} />}
      {kind.field.value === 'click' && <CodeBlock label="Add to the element" code={`data-proofbell-goal="${told}"`} />}
      {kind.field.value === 'code' && <CodeBlock label="Call it once" code={`Proofbell.goal('${told}')`} />}
    </FormDialog>
  );
}

type Form = { form: ReturnType<typeof useServerForm<GoalValues, CreateGoalInput, Goal>> };

function OrderFields({ form: { control }, site }: Form & { site: Site }) {
  const event = useController({ control, name: 'eventKind' });
  const source = useController({ control, name: 'sourceId' });
  const sources = useSources(site.id).data ?? [];
  const options = [
    { value: ALL_SOURCES, label: 'All sources' },
    ...sources.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Of them" error={event.fieldState.error?.message}>
        {(a) => <Select {...a} value={event.field.value} onValueChange={event.field.onChange} options={EVENTS} />}
      </Field>
      {options.length > 2 && (
        <Field label="From" error={source.fieldState.error?.message}>
          {(a) => <Select {...a} value={source.field.value} onValueChange={source.field.onChange} options={options} />}
        </Field>
      )}
    </div>
  );
}

function PageFields({ form: { control, formState } }: Form) {
  const operator = useController({ control, name: 'page.operator' });
  const pages = useController({ control, name: 'page.value' });
  const { value } = formState.errors.page ?? {};
  const wrong = Array.isArray(value) ? value : [];
  const errors = Object.fromEntries(wrong.flatMap((one, at) => (one?.message ? [[at, one.message]] : [])));
  return (
    <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Field label="Its address">
        {(a) => (
          <Select {...a} value={operator.field.value} onValueChange={operator.field.onChange} options={OPERATORS} />
        )}
      </Field>
      <Field
        label="One of"
        hint="Begins with / or https://."
        error={value && !Array.isArray(value) ? value.message : undefined}
      >
        {(a) => (
          <TagInput
            {...a}
            value={pages.field.value}
            onChange={pages.field.onChange}
            placeholder="/thank-you"
            separators="none"
            errors={errors}
          />
        )}
      </Field>
    </div>
  );
}
