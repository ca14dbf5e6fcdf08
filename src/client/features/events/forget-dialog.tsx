// 'Forget a person': first says how many of a site's events are about somebody, then erases them for good, those to come
// about what already happened, too.
import { useId, useState } from 'react';
import { z } from 'zod';
import { useForget } from '#client/data/events.ts';
import { TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { type Forgotten, forgetInput } from '#shared/contract/event.ts';

type Values = { email: string; reference: string };
type Output = z.output<typeof forgetInput>;

export function ForgetDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const id = useId();
  const forget = useForget();
  /** Who was looked for, and how many events are about them; null until somebody was. */
  const [sought, setSought] = useState<(Output & { found: number }) | null>(null);
  const [done, setDone] = useState<Forgotten | null>(null);
  const form = useServerForm<Values, Output, Forgotten>({
    schema: z
      .custom<Values>()
      .transform((values): z.input<typeof forgetInput> => ({ siteId, ...values }))
      .pipe(forgetInput),
    defaultValues: { email: '', reference: '' },
    save: (values) => forget.mutateAsync(sought ? values : { ...values, dryRun: true }),
    onSaved: (saved, values) => (sought ? setDone(saved) : setSought({ ...values, found: saved.found ?? 0 })),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !form.isBusy && onClose()}
      title="Forget a person"
      description="Permanently erases their events. Enter the email address, an order, or both."
      footer={
        done ? (
          <Button onClick={onClose}>Done</Button>
        ) : sought ? (
          <>
            <Button variant="secondary" onClick={() => setSought(null)} disabled={form.isBusy}>
              Back
            </Button>
            <Button variant="danger" type="submit" form={id} isBusy={form.isBusy} busyLabel="Erasing...">
              Erase for good
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={form.isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={id} isBusy={form.isBusy} busyLabel="Looking...">
              Find their events
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Alert tone={done.retracted === 0 ? 'info' : 'success'} title={resultOf(done.retracted)} isNews>
          {done.retracted === 0
            ? 'Events that arrive later about what happened until now are erased at once.'
            : "Their notifications are gone, and late events won't bring them back."}
        </Alert>
      ) : (
        <ServerForm form={form} id={id} failureTitle="Couldn't erase this person" className="space-y-5">
          {sought ? (
            <Alert tone={sought.found === 0 ? 'info' : 'danger'} title={foundOf(sought.found)} isNews>
              {sought.found === 0
                ? `Nothing here has ${namesOf(sought)}. Check the spelling. You can erase the person anyway: later events about them are erased at once.`
                : 'Their details are erased and their notifications disappear, whatever your shop sends later. This is final.'}
            </Alert>
          ) : (
            <>
              <TextField
                form={form}
                name="email"
                label="Email"
                isOptional
                hint="We don't store addresses, only fingerprints."
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
              />
              <TextField
                form={form}
                name="reference"
                label="Order"
                isOptional
                hint="The number their receipt shows, with or without #, or your shop's own ID."
                autoComplete="off"
                spellCheck={false}
              />
            </>
          )}
        </ServerForm>
      )}
    </Dialog>
  );
}

const namesOf = ({ email, reference }: Output): string =>
  [email !== undefined && 'this email address', reference !== undefined && 'this order'].filter(Boolean).join(' or ');

const foundOf = (found: number): string =>
  found === 0 ? 'No event found' : `${count(found)} ${found === 1 ? 'event is' : 'events are'} about this person`;

const resultOf = (retracted: number): string =>
  retracted === 0
    ? 'No event is about this person'
    : `${count(retracted)} ${retracted === 1 ? 'event' : 'events'} erased`;
