// The text and HTML of each kind of email we send.
import { html } from 'hono/html';
import type { Metrics, Rate } from '#shared/contract/stats.ts';
import type { AccountLetter, ContactLetter, Letter, WeeklyLetter } from '../domain/ports.ts';

/** An email ready to send; `html` is '' when it is plain text only. */
type MailContent = { subject: string; text: string; html: string };

type Template = { subject: string; line: string; action: string; note: string };

const TEMPLATES: Record<AccountLetter['kind'], Template> = {
  'verify-email': {
    subject: 'Confirm your email address',
    line: 'Confirm that this is your email address, and your Proofbell account is ready.',
    action: 'Confirm my email',
    note: "The link works for 24 hours. Didn't sign up? Ignore this email, or open the link and tell us.",
  },
  'reset-password': {
    subject: 'Choose a new password',
    line: 'We received a request to reset your Proofbell password.',
    action: 'Choose a new password',
    note: "The link works once, within one hour. Didn't ask for it? Ignore this email, and your password stays the same.",
  },
  'set-password': {
    subject: 'Choose your password',
    line: 'Choose a password to finish setting up your Proofbell account.',
    action: 'Choose a password',
    note: "The link works once, within 24 hours. Didn't sign up? Ignore this email, and nothing happens.",
  },
  'password-changed': {
    subject: 'Your password was changed',
    line: "Your Proofbell password was just changed. If that wasn't you, choose a new one now.",
    action: 'Choose a new password',
    note: "If it was you, there's nothing to do.",
  },
  'password-guessed': {
    subject: 'Someone is guessing your password',
    line: "Someone entered 100 wrong passwords for your Proofbell account within an hour. For a while, only browsers you've used before can log in. To log in anywhere else, choose a new password. Choose one anyway if yours is short or you use it on other sites, too.",
    action: 'Choose a new password',
    note: "If it was you, there's nothing to do. We send this email at most once a day.",
  },
  'change-email': {
    subject: 'Confirm your new email address',
    line: 'Confirm that this is the new email address for a Proofbell account. From then on, its owner logs in with it.',
    action: 'Confirm my new email',
    note: "The link works for 24 hours. Didn't ask for it? Ignore this email, or open the link and tell us.",
  },
  'email-changing': {
    subject: 'Your email address is about to change',
    line: "Someone logged in to your Proofbell account asked to change its email address. If that wasn't you, choose a new password: this stops the change and logs everybody out.",
    action: 'Choose a new password',
    note: 'If it was you, open the link in the email to your new address.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    line: "Your Proofbell account has a new email address. You can't log in with this one any more, and it gets no more emails about the account. If that wasn't you, get help.",
    action: 'Get help',
    note: "If it was you, there's nothing to do.",
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    line: 'Your Proofbell account was deleted, and your sites with it. If you had a plan, it has ended: nothing more is charged.',
    action: "It wasn't me: get help",
    note: "If it was you, there's nothing to do. We kept this address only to tell you.",
  },
  'notifications-paused': {
    subject: 'Notifications paused: they cost you orders',
    line: 'Visitors of your site who could not see notifications did what you want more often than those who could. That is hardly chance, so Proofbell has paused the notifications, as you asked it to.',
    action: 'See the figures',
    note: 'They stay paused until you turn them on again. Browsers may show what they already hold for up to a minute.',
  },
  'resume-registration': {
    subject: 'Finish signing up',
    line: 'Continue signing up where you left off.',
    action: 'Continue',
    note: "The link works once, within 24 hours. Didn't sign up? Ignore this email, and nothing happens.",
  },
  'registration-reminder': {
    subject: 'Your plan is waiting for you',
    line: "You've paid for a plan, but your account isn't ready yet. Finishing it takes a minute.",
    action: 'Finish signing up',
    note: "The link works once, within 24 hours. If you don't finish within 30 days of paying, we cancel the plan and refund you.",
  },
  'registration-refunded': {
    subject: "We've canceled your plan and are refunding you",
    line: "You paid for a plan 30 days ago but never finished your account. We've canceled the plan and are refunding the whole amount the way you paid. Banks take 5 to 10 days.",
    action: 'See the plans',
    note: "There's nothing to do. You're welcome to start again at any time.",
  },
  'confirm-code': {
    subject: 'Your code for Proofbell',
    line: "Enter this code in Proofbell to confirm that it's you.",
    action: 'Code',
    note: "The code works once, within 15 minutes. Don't share it. If you didn't ask for it, someone else is logged in to your account: log out all other devices in your settings.",
  },
};

type Html = ReturnType<typeof html>;

const buttonTo = (link: string, label: string) =>
  html`<p style="margin:24px 0"><a href="${link}" style="display:inline-block;background:#0b5a58;color:#fff;padding:12px 20px;border-radius:3px;text-decoration:none;font-weight:600">${label}</a></p>`;

const linkBlock = (action: string, link: string) =>
  html`${buttonTo(link, action)}
<p style="margin:0 0 16px;font-size:13px;color:#635d53;word-break:break-all">${link}</p>`;

const codeBlock = (code: string) =>
  html`<p style="margin:24px 0;font-size:28px;font-weight:600;letter-spacing:0.05em">${code}</p>`;

/** @param below the card, in small print. */
const page = (body: Html, below: Html | string): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head><body style="margin:0;background:#f7f4ee;padding:32px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1b1916">
<div style="max-width:480px;margin:0 auto;background:#fff;border:1px solid #e2dcd0;border-radius:6px;padding:32px">
<p style="margin:0 0 24px;font-weight:600;font-size:18px">Proofbell</p>
${body}
</div><p style="max-width:480px;margin:16px auto 0;font-size:12px;color:#635d53">${below}</p></body></html>`.toString();

const greet = (name: string | null) => (name ? `Hi ${name},` : 'Hi,');

function writeAccountMail({ kind, name, link, code, newEmail }: AccountLetter, footer: string): MailContent {
  const { subject, line, action, note } = TEMPLATES[kind];
  const greeting = greet(name);
  // In groups of four, as people read it; spaces don't matter when it is entered.
  const shown = link ?? code?.match(/.{1,4}/g)?.join(' ') ?? '';
  const told = newEmail === null ? [] : [`New address: ${newEmail}`];
  const text = [greeting, line, ...told, `${action}:\n${shown}`, note, `-- \n${footer}`].join('\n\n');
  const body = html`<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 16px">${line}</p>
${told.map((one) => html`<p style="margin:0 0 16px;font-weight:600">${one}</p>`)}
${link === null ? codeBlock(shown) : linkBlock(action, link)}
<p style="margin:0;font-size:13px;color:#635d53">${note}</p>`;
  return { subject, text, html: page(body, footer) };
}

const NUMBERS = new Intl.NumberFormat('en');
const DAYS = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

const count = (value: number, noun: string) => `${NUMBERS.format(value)} ${noun}${value === 1 ? '' : 's'}`;
const points = (share: number) => (share * 100).toFixed(share > 0 && share < 0.0995 ? 1 : 0);
/** As in the app, a rate that may be more than five points off isn't given as one. */
const isSure = (rate: NonNullable<Rate>) => Math.max(rate.high - rate.value, rate.value - rate.low) <= 0.05;

/** @returns a click rate, as far as the displays can tell. */
function rateOf(rate: Rate): string {
  if (!rate) return '–';
  return isSure(rate) ? `${points(rate.value)}%` : `${points(rate.low)} to ${points(rate.high)}%`;
}

/** @returns how a count changed from the week before, in words. */
function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none the week before either' : 'none the week before';
  if (now === before) return 'the same as the week before';
  const change = Math.round((now / before - 1) * 100);
  // From a handful a percentage would sound like more than it is.
  const sign = before >= 20 && change !== 0 ? `${change > 0 ? '+' : '−'}${Math.abs(change)}%, ` : '';
  return `${sign}${NUMBERS.format(before)} the week before`;
}

/** @returns the rows of the table: what, this week, compared with the week before. */
const rowsOf = (totals: Metrics, previous: Metrics): [string, string, string][] => [
  ['Displays', NUMBERS.format(totals.displays), changeOf(totals.displays, previous.displays)],
  ['Clicks', NUMBERS.format(totals.clicks), changeOf(totals.clicks, previous.clicks)],
  [
    'Click rate',
    rateOf(totals.clickRate),
    previous.clickRate ? `${rateOf(previous.clickRate)} the week before` : 'none the week before',
  ],
  ['Dismissals', NUMBERS.format(totals.dismissals), changeOf(totals.dismissals, previous.dismissals)],
];

const bestLine = ({ displays, clicks, clickRate: rate }: Metrics) =>
  `${count(clicks, 'click')} in ${count(displays, 'display')}${rate && isSure(rate) ? `, ${points(rate.value)}%` : ''}`;

/** Owners' words can hold anything; a line break or an invisible sign would spoil a subject. */
const oneLine = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim();

function writeWeeklyMail(letter: WeeklyLetter, footer: string): MailContent {
  const { name, timezone, totals, previous, best, effect, link, reportsLink, unsubscribe } = letter;
  const site = oneLine(letter.siteName);
  const days = DAYS.formatRange(new Date(letter.from), new Date(letter.to));
  const zone = timezone === 'UTC' ? timezone : `${(timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')} time`;
  const heading = `Last week on ${site}`;
  const greeting = greet(name);
  const when = `${days}, Monday to Sunday (${zone})`;
  const rows = rowsOf(totals, previous);
  const why =
    letter.kind === 'weekly-now'
      ? `You asked for this summary of ${site}.`
      : `You get this email on Mondays because the weekly summary is on for ${site}.`;
  const text = [
    greeting,
    `${heading}\n${when}`,
    rows.map(([what, value, change]) => `${what}: ${value} (${change})`).join('\n'),
    ...(best ? [`Best notification:\n${best.name}\n${bestLine(best)}`] : []),
    ...(effect ? [effect] : []),
    `See the week in full:\n${link}`,
    `-- \n${why}\nUnsubscribe: ${unsubscribe}\nSettings: ${reportsLink}\n${footer}`,
  ].join('\n\n');
  const cell = 'padding:10px 0;border-top:1px solid #e2dcd0;vertical-align:baseline';
  const body = html`<p style="margin:0 0 16px">${greeting}</p>
<h1 style="margin:0;font-size:22px;line-height:1.3;font-weight:600;letter-spacing:-0.02em;word-break:break-word">${heading}</h1>
<p style="margin:4px 0 20px;font-size:13px;color:#635d53">${when}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;border-bottom:1px solid #e2dcd0">${rows.map(
    ([what, value, change]) => html`<tr>
<td style="${cell};color:#635d53;font-size:14px">${what}</td>
<td style="${cell};text-align:right"><span style="font-size:18px;font-weight:600">${value}</span><br><span style="font-size:13px;color:#635d53">${change}</span></td></tr>`,
  )}</table>
${
  best &&
  html`<p style="margin:20px 0 0;padding:2px 0 2px 12px;border-left:3px solid #ffc35c"><span style="font-size:13px;color:#635d53">Best notification</span><br><span style="font-weight:600;word-break:break-word">${best.name}</span><br><span style="font-size:13px;color:#635d53">${bestLine(best)}</span></p>`
}
${effect && html`<p style="margin:20px 0 0">${effect}</p>`}
${buttonTo(link, 'See the week in full')}`;
  const quiet = 'color:#635d53;text-decoration:underline';
  const below = html`${why} <a href="${unsubscribe}" style="${quiet}">Unsubscribe</a> or <a href="${reportsLink}" style="${quiet}">change it in Reports</a>.<br><br>${footer}`;
  return { subject: `${heading}: ${count(totals.displays, 'display')}`, text, html: page(body, below) };
}

const MINUTES = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
  hourCycle: 'h23',
});

/**
 * Plain text, as a stranger wrote it. Its subject, which the outbox logs, has no word of the writer's: only the time,
 * which keeps email programs from putting all messages into one conversation.
 */
function writeContactMail({ name, email, message, sentAt }: ContactLetter, footer: string): MailContent {
  const time = `${MINUTES.format(new Date(sentAt))} UTC`;
  const from = [...(name === null ? [] : [`Name: ${name}`]), `Email: ${email}`, `Sent: ${time}`].join('\n');
  const note = `Sent with the contact form. Your reply goes to ${email}.`;
  return { subject: `Contact message, ${time}`, text: `${from}\n\n${message}\n\n-- \n${note}\n${footer}`, html: '' };
}

/** @param from who runs this installation, and where. @returns a function that writes an email. */
export function makeMailWriter(from: { operatorName: string; publicUrl: string }): (letter: Letter) => MailContent {
  const footer = `${from.operatorName} · ${from.publicUrl}`;
  return (letter) => {
    if ('siteName' in letter) return writeWeeklyMail(letter, footer);
    return letter.kind === 'contact-message' ? writeContactMail(letter, footer) : writeAccountMail(letter, footer);
  };
}
