// The prompt that would ask visitors for permission, and its pretended saving. One form in three sub-tabs, which are in
// the address.
import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { LongTextField, TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Select } from '#client/ui/select.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { toast } from '#client/ui/toast.tsx';
import { PUSH_SAVING } from '#shared/limits.ts';
import { TOASTS } from '#shared/messages.ts';
import { keptOptIns, OPT_IN_DEFAULTS, type OptInSettings, optInSchema, pretend } from './push-forms.ts';
import { SwitchField, TabPanel, useAddressTab } from './push-parts.tsx';

const SECTIONS = [
  { value: 'content', label: 'Content' },
  { value: 'behavior', label: 'Behavior' },
  { value: 'appearance', label: 'Appearance' },
] as const;
type Section = (typeof SECTIONS)[number]['value'];

const TRIGGERS: { value: OptInSettings['triggerAction']; label: string }[] = [
  { value: 'immediately', label: 'Immediately' },
  { value: 'scroll', label: 'On scroll' },
  { value: 'exit', label: 'On exit intent' },
  { value: 'click', label: 'On click' },
];

/** Where each field that can be wrong stands. */
const PLACES = {
  title: 'content',
  message: 'content',
  acceptButtonText: 'content',
  declineButtonText: 'content',
  delay: 'behavior',
} as const satisfies Partial<Record<keyof OptInSettings, Section>>;
const CHECKED = Object.keys(PLACES) as (keyof typeof PLACES)[];

export function OptInForm({ siteId }: { siteId: string }) {
  const [section, showSection] = useAddressTab('section', SECTIONS, { tab: 'opt-in' });
  const form = useServerForm({
    schema: optInSchema,
    defaultValues: keptOptIns.get(siteId) ?? OPT_IN_DEFAULTS,
    save: (optIn) => pretend(PUSH_SAVING).then(() => optIn),
    valuesOf: (saved) => saved,
    onSaved: (optIn) => void keptOptIns.set(siteId, optIn),
    success: TOASTS.optInSaved,
    keptAt: { name: `push-opt-in:${siteId}` },
  });
  const { field: trigger } = useController({ control: form.control, name: 'triggerAction' });

  // A field of another sub-tab takes the focus once that is open.
  const wrong = useRef<(typeof CHECKED)[number]>(undefined);
  const submit = async () => {
    await form.submit();
    wrong.current = CHECKED.find((name) => form.getFieldState(name).error);
    if (wrong.current && PLACES[wrong.current] !== section) showSection(PLACES[wrong.current]);
  };
  const { setFocus } = form;
  useEffect(() => {
    if (!wrong.current || PLACES[wrong.current] !== section) return;
    setFocus(wrong.current);
    // Once: whoever opens the sub-tab again has gone on.
    wrong.current = undefined;
  }, [section, setFocus]);

  return (
    <ServerForm form={form} onSubmit={() => void submit()} className="max-w-3xl" submitsOnShortcut>
      <Panel
        title="Opt-in prompt"
        description="What would ask your visitors for permission to send them notifications."
        footer={
          <>
            <Button variant="secondary" onClick={() => toast(TOASTS.optInPreview)}>
              Preview
            </Button>
            <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
              Save Settings
            </Button>
          </>
        }
      >
        <Tabs
          label="Opt-in prompt"
          tabs={SECTIONS}
          value={section}
          onValueChange={showSection}
          className="-mt-3 mb-6"
        />
        <TabPanel label="Content" isOpen={section === 'content'}>
          <div className="grid gap-6">
            <TextField form={form} name="title" label="Title" autoComplete="off" />
            <LongTextField form={form} name="message" label="Message" />
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField form={form} name="acceptButtonText" label="Accept button text" autoComplete="off" />
              <TextField form={form} name="declineButtonText" label="Decline button text" autoComplete="off" />
            </div>
          </div>
        </TabPanel>
        <TabPanel label="Behavior" isOpen={section === 'behavior'}>
          <div className="grid gap-6">
            <SwitchField label="Show the prompt" control={form.control} name="enabled" />
            <div className="grid gap-6 sm:grid-cols-2">
              <Field label="Trigger">
                {(a) => <Select {...a} value={trigger.value} onValueChange={trigger.onChange} options={TRIGGERS} />}
              </Field>
              <TextField
                form={form}
                name="delay"
                rules={{ valueAsNumber: true }}
                label="Delay in seconds"
                type="number"
                min={0}
                step="any"
                inputMode="decimal"
              />
            </div>
          </div>
        </TabPanel>
        <TabPanel label="Appearance" isOpen={section === 'appearance'}>
          <div className="grid gap-6">
            <SwitchField label="Show your logo" control={form.control} name="showLogo" />
            <LongTextField
              form={form}
              name="customCSS"
              label="Custom CSS"
              isOptional
              rows={5}
              spellCheck={false}
              className="font-mono text-table"
            />
          </div>
        </TabPanel>
      </Panel>
    </ServerForm>
  );
}
