// 'Forget a person': all of a site's events about somebody are retracted, those to come about what already happened, too.
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
import { forgetInput, type Retracted } from '#shared/contract/event.ts';

type Values = { email: string; reference: string };
type Output = z.output<typeof forgetInput>;

export function ForgetDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const id = useId();
  const forget = useForget();
  const [done, setDone] = useState<Retracted | null>(null);
  const form = useServerForm<Values, Output, Retracted>({
    schema: z
      .custom<Values>()
      .transform((values): z.input<typeof forgetInput> => ({ siteId, ...values }))
      .pipe(forgetInput),
    defaultValues: { email: '', reference: '' },
    save: (values) => forget.mutateAsync(values),
    onSaved: setDone,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !form.isBusy && onClose()}
      title="Forget a person"
      description="Retracts every event about them, for good. Enter the email address, an order, or both."
      footer={
        done ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={form.isBusy}>
              Cancel
            </Button>
            <Button variant="danger" type="submit" form={id} isBusy={form.isBusy} busyLabel="Forgetting...">
              Forget this person
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Alert tone="success" title={resultOf(done.retracted)} isNews>
          {done.retracted === 0
            ? 'If one arrives later, about anything that has happened until now, it is erased at once.'
            : "Visitors no longer get their notifications, and events that arrive late won't bring them back."}
        </Alert>
      ) : (
        <ServerForm form={form} id={id} failureTitle="Couldn't forget this person" className="space-y-5">
          <TextField
            form={form}
            name="email"
            label="Email"
            isOptional
            hint="Compared by a keyed hash. The address itself is not stored."
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
            hint="The id that the source sends, as the event shows it."
            autoComplete="off"
            spellCheck={false}
          />
        </ServerForm>
      )}
    </Dialog>
  );
}

const resultOf = (retracted: number): string =>
  retracted === 0
    ? 'No event is about this person'
    : `${count(retracted)} ${retracted === 1 ? 'event' : 'events'} retracted`;
