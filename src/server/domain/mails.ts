// The mails this product sends, as text and simple HTML.
import type { Config } from '../deps.ts';
import type { Mail } from './ports.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function compose(
  config: Config,
  to: string,
  subject: string,
  parts: { lines: string[]; action: string; link: string; note: string },
): Mail {
  const footer = `${config.operatorName} · ${config.publicUrl}`;
  const text = [...parts.lines, parts.link, parts.note, `-- \n${footer}`].join('\n\n');
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  const link = escapeHtml(parts.link);
  const html = `<!doctype html><html lang="en"><body style="margin:0;background:#f7f4ee;padding:32px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1b1916">
<div style="max-width:480px;margin:0 auto;background:#fff;border:1px solid #e2dcd0;border-radius:6px;padding:32px">
<p style="margin:0 0 24px;font-weight:600;font-size:18px">Proofbell</p>
${parts.lines.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;background:#0b5a58;color:#fff;padding:12px 20px;border-radius:3px;text-decoration:none;font-weight:600">${escapeHtml(parts.action)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#635d53;word-break:break-all">${link}</p>
<p style="margin:0;font-size:13px;color:#635d53">${escapeHtml(parts.note)}</p>
</div><p style="max-width:480px;margin:16px auto 0;font-size:12px;color:#635d53">${escapeHtml(footer)}</p></body></html>`;
  return { to, subject, text, html, link: parts.link };
}

/** Anybody may have registered the address: a name that leads somewhere is not handed on. */
const hello = (displayName: string | null) =>
  displayName && !/:\/\/|www\.|\.\w{2,}\//i.test(displayName) ? `Hello ${displayName},` : 'Hello,';

/** Asks the owner of an address to confirm it. */
export const verificationMail = (config: Config, to: string, displayName: string | null, link: string): Mail =>
  compose(config, to, 'Verify your email address', {
    lines: [
      hello(displayName),
      'please confirm that this address is yours. Your Proofbell account is ready as soon as you do.',
    ],
    action: 'Verify email address',
    link,
    note: 'The link works for 24 hours. If you did not register, ignore this mail: nothing happens without the link.',
  });

/** Lets somebody choose a new password. */
export const resetMail = (config: Config, to: string, displayName: string | null, link: string): Mail =>
  compose(config, to, 'Choose a new password', {
    lines: [hello(displayName), 'somebody, hopefully you, asked for a new password for your Proofbell account.'],
    action: 'Choose a new password',
    link,
    note: 'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  });

/** Lets somebody choose their first password. */
export const setPasswordMail = (config: Config, to: string, displayName: string | null, link: string): Mail =>
  compose(config, to, 'Choose your password', {
    lines: [hello(displayName), 'your Proofbell account is ready as soon as you have chosen a password.'],
    action: 'Choose a password',
    link,
    note: 'The link works once, for 24 hours. If you did not register, ignore this mail: nothing happens without the link.',
  });

/** Tells that the password was changed, so that nobody loses an account without hearing of it. */
export const passwordChangedMail = (config: Config, to: string, displayName: string | null): Mail =>
  compose(config, to, 'Your password was changed', {
    lines: [hello(displayName), 'the password of your Proofbell account was changed just now.'],
    action: 'It was not me: choose a new password',
    link: `${config.publicUrl}/forgot-password`,
    note: 'If it was you, there is nothing to do.',
  });
