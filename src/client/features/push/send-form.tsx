// Writes a push notification and pretends to send it.
import { useController } from 'react-hook-form';
import { LongTextField, TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { Field } from '#client/ui/field.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Select } from '#client/ui/select.tsx';
import { toast } from '#client/ui/toast.tsx';
import { ACTIVE_AUDIENCE_DAYS, PUSH_SENDING } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { EMPTY_DRAFT, keptDrafts, type PushDraft, pretend, pushDraftSchema } from './push-forms.ts';
import { SwitchField } from './push-parts.tsx';

const SCHEDULES = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
] as const;

const AUDIENCES: { value: PushDraft['audience']; label: string }[] = [
  { value: 'all', label: 'All subscribers' },
  { value: 'active', label: `Active within ${ACTIVE_AUDIENCE_DAYS} days` },
  { value: 'inactive', label: 'Inactive subscribers' },
];

export function SendForm({ siteId }: { siteId: string }) {
  const form = useServerForm({
    schema: pushDraftSchema,
    defaultValues: keptDrafts.get(siteId) ?? EMPTY_DRAFT,
    save: () => pretend(PUSH_SENDING),
    valuesOf: () => EMPTY_DRAFT,
    onSaved: () => void keptDrafts.delete(siteId),
    success: TOASTS.pushSent,
    keptAt: { name: `push:${siteId}` },
  });
  const { field: schedule } = useController({ control: form.control, name: 'schedule' });
  const { field: audience } = useController({ control: form.control, name: 'audience' });
  const saveDraft = () => {
    keptDrafts.set(siteId, form.getValues());
    toast({ ...TOASTS.pushDraftSaved, tone: 'success' });
  };
  const includesImage = form.watch('includeImage');
  return (
    <ServerForm form={form} className="max-w-3xl" submitsOnShortcut>
      <Panel
        title="Send a notification"
        footer={
          <>
            <Button variant="secondary" onClick={saveDraft} disabled={form.isBusy}>
              Save as Draft
            </Button>
            <Button type="submit" isBusy={form.isBusy} busyLabel="Sending...">
              Send Notification
            </Button>
          </>
        }
      >
        <div className="grid gap-6">
          <TextField form={form} name="title" label="Title" placeholder="e.g. Back in stock" autoComplete="off" />
          <LongTextField form={form} name="message" label="Message" placeholder="e.g. The Oak Desk is here again." />
          <TextField
            form={form}
            name="url"
            label="URL"
            isOptional
            hint="Where a click would lead."
            inputMode="url"
            autoComplete="off"
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <Field
              label="Schedule"
              hint={
                schedule.value === 'later' ? 'A real push service would ask for the date and time here.' : undefined
              }
            >
              {(a) => (
                <span>
                  <Choice
                    aria-label="Schedule"
                    {...a}
                    value={schedule.value}
                    onChange={schedule.onChange}
                    options={SCHEDULES}
                  />
                </span>
              )}
            </Field>
            <Field label="Audience">
              {(a) => <Select {...a} value={audience.value} onValueChange={audience.onChange} options={AUDIENCES} />}
            </Field>
          </div>
          <SwitchField label="Include image" control={form.control} name="includeImage" />
          {includesImage && (
            <TextField form={form} name="imageUrl" label="Image URL" isOptional inputMode="url" autoComplete="off" />
          )}
        </div>
      </Panel>
    </ServerForm>
  );
}
