// The text and HTML of each kind of email we send.
import { html } from 'hono/html';
import type { Letter } from '../domain/ports.ts';

/** An email ready to send. */
type MailContent = { subject: string; text: string; html: string };

type Template = { subject: string; line: string; action: string; note: string };

const TEMPLATES: Record<Letter['kind'], Template> = {
  'verify-email': {
    subject: 'Verify your email address',
    line: 'Please confirm that this is your email address. Your Proofbell account is ready as soon as you do.',
    action: 'Verify email address',
    note: "The link works for 24 hours. If you didn't sign up, open it and say so, or ignore this email: nothing happens without a click.",
  },
  'reset-password': {
    subject: 'Choose a new password',
    line: 'We received a request to reset the password of your Proofbell account.',
    action: 'Choose a new password',
    note: "The link works once, within one hour. If you didn't ask for it, ignore this email: your password stays the same.",
  },
  'set-password': {
    subject: 'Choose your password',
    line: 'Choose a password to finish setting up your Proofbell account.',
    action: 'Choose a password',
    note: "The link works once, within 24 hours. If you didn't sign up, ignore this email: nothing happens without the link.",
  },
  'password-changed': {
    subject: 'Your password was changed',
    line: 'The password of your Proofbell account has just been changed.',
    action: "It wasn't me: choose a new password",
    note: "If it was you, there's nothing to do.",
  },
  'password-guessed': {
    subject: 'Someone is guessing your password',
    line: "Someone entered 100 wrong passwords for your Proofbell account within an hour, so we've stopped new browsers from logging in for a while. You can still log in with a browser you've used before. Anywhere else, choose a new password: that always works. If yours is short, or you also use it on other sites, choose a new one anyway.",
    action: 'Choose a new password',
    note: "If it was you, there's nothing to do. We send this email at most once a day.",
  },
  'confirm-code': {
    subject: 'Your code for Proofbell',
    line: "Enter this code in Proofbell to confirm that it's you.",
    action: 'Code',
    note: "The code works once, within 15 minutes. Don't share it with anyone. If you didn't ask for it, someone else is logged in to your account: end all other sessions in your settings.",
  },
};

const linkBlock = (action: string, link: string) =>
  html`<p style="margin:24px 0"><a href="${link}" style="display:inline-block;background:#0b5a58;color:#fff;padding:12px 20px;border-radius:3px;text-decoration:none;font-weight:600">${action}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#635d53;word-break:break-all">${link}</p>`;

const codeBlock = (code: string) =>
  html`<p style="margin:24px 0;font-size:28px;font-weight:600;letter-spacing:0.05em">${code}</p>`;

/** @param from who runs this installation, and where. @returns a function that writes an email. */
export function makeMailWriter(from: { operatorName: string; publicUrl: string }): (letter: Letter) => MailContent {
  const footer = `${from.operatorName} · ${from.publicUrl}`;
  return ({ kind, name, link, code }) => {
    const { subject, line, action, note } = TEMPLATES[kind];
    const greeting = name ? `Hi ${name},` : 'Hi,';
    // In groups of four, as people read it; spaces don't matter when it is entered.
    const shown = link ?? code?.match(/.{1,4}/g)?.join(' ') ?? '';
    const text = [greeting, line, `${action}:\n${shown}`, note, `-- \n${footer}`].join('\n\n');
    const page = html`<!doctype html><html lang="en"><body style="margin:0;background:#f7f4ee;padding:32px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1b1916">
<div style="max-width:480px;margin:0 auto;background:#fff;border:1px solid #e2dcd0;border-radius:6px;padding:32px">
<p style="margin:0 0 24px;font-weight:600;font-size:18px">Proofbell</p>
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 16px">${line}</p>
${link === null ? codeBlock(shown) : linkBlock(action, link)}
<p style="margin:0;font-size:13px;color:#635d53">${note}</p>
</div><p style="max-width:480px;margin:16px auto 0;font-size:12px;color:#635d53">${footer}</p></body></html>`;
    return { subject, text, html: page.toString() };
  };
}
