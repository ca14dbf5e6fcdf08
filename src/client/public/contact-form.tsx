// The contact form, and in its place, once a message is sent, what happens next. What was typed is never lost: it stays
// after a failure, and leaving asks first.
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '#client/auth/session-context.tsx';
import { useSendContactMessage } from '#client/data/contact.ts';
import { LongTextField, TextField } from '#client/form/fields.tsx';
import { ServerForm } from '#client/form/server-form.tsx';
import { useServerForm } from '#client/form/use-server-form.ts';
import { Button } from '#client/ui/button.tsx';
import { type ContactInput, contactInput } from '#shared/contract/contact.ts';
import { CONTACT_MESSAGE_LIFE } from '#shared/limits.ts';
import { DAY } from '#shared/time.ts';

const FORM_ID = 'contact-form';
const EMPTY = { name: '', email: '', message: '' };

type ContactFormProps = {
  /** Who gets the message; null when they don't say. */
  operator: string | null;
};

export function ContactForm({ operator }: ContactFormProps) {
  const [sent, setSent] = useState<ContactInput | null>(null);
  return sent ? (
    <Sent message={sent} operator={operator} onAgain={() => setSent(null)} />
  ) : (
    <WriteForm onSent={setSent} />
  );
}

function WriteForm({ onSent }: { onSent: (message: ContactInput) => void }) {
  const send = useSendContactMessage();
  const trap = useRef<HTMLInputElement>(null);
  const form = useServerForm({
    schema: contactInput,
    defaultValues: EMPTY as ContactInput,
    // Read from the page: what a program sets there is no input that the form would hear of.
    save: (values) => send.mutateAsync({ ...values, website: trap.current?.value }),
    onSaved: (_, values) => onSent(values),
  });
  const { setValue, getValues } = form;
  const user = useUser();
  useEffect(() => {
    if (user?.displayName && !getValues('name')) setValue('name', user.displayName);
    if (user && !getValues('email')) setValue('email', user.email);
  }, [user, setValue, getValues]);
  return (
    <ServerForm
      form={form}
      id={FORM_ID}
      className="space-y-5"
      failureTitle="Your message wasn't sent"
      guardsLeaving
      submitsOnShortcut
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField form={form} name="name" label="Name" isOptional autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label="Email"
          hint="We'll reply to this address."
          type="email"
          autoComplete="email"
        />
      </div>
      <LongTextField form={form} name="message" label="Message" rows={9} />
      {/* A trap for programs that fill in everything: neither people, screen readers nor password managers get to it. */}
      <div aria-hidden="true" inert className="sr-only">
        <label htmlFor="contact-website">Leave this empty</label>
        <input
          id="contact-website"
          ref={trap}
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore="true"
          data-bwignore="true"
          data-form-type="other"
          data-lpignore="true"
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" isBusy={form.isBusy} busyLabel="Sending...">
          Send message
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-pretty text-meta text-muted">
          It goes to this server's operator and is deleted from the server after {CONTACT_MESSAGE_LIFE / DAY} days.
        </p>
      </div>
    </ServerForm>
  );
}

type SentProps = ContactFormProps & { message: ContactInput; onAgain: () => void };

function Sent({ message, operator, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="sent" className="border-ink border-t pt-6">
      <h2
        id="sent"
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2.5 font-display text-heading outline-none"
      >
        <CircleCheck aria-hidden="true" size={22} strokeWidth={1.75} className="shrink-0 text-success" />
        Message sent
      </h2>
      <p className="wrap-anywhere mt-2 max-w-[60ch] text-pretty text-base">
        {operator ?? "This server's owner"} has it now. The reply will go to{' '}
        <strong className="font-semibold">{message.email}</strong> by email. If that address is wrong, please write
        again.
      </p>
      <h3 className="mt-8 border-line border-b pb-2 text-meta text-muted">
        Your message (you won't get a copy by email)
      </h3>
      <p className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap border-line border-b py-3">
        {message.message}
      </p>
      <Button variant="secondary" size="lg" className="mt-6" onClick={onAgain}>
        Write another message
      </Button>
    </section>
  );
}
