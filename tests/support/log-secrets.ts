// Secrets that must not be logged: passwords, tokens, keys, cookies, codes in emailed links. The exception is the line
// for an email written to the outbox for lack of an SMTP server, which has its link or code.

/** Passwords that tests use. */
const PASSWORDS = ['correct horse', 'correct zebra', 'a new horse', 'another horse', 'wrong horse', 'wrong one'];

// Base64url may begin and end with a hyphen, where \b finds no border of a word.
const SECRETS: [what: string, pattern: RegExp][] = [
  ['an access token', /(?<![\w-])[\w-]{22}\.[a-z0-9]{8}\.[\w-]{43}(?![\w-])/],
  ['an API key', /\bpb_[\w-]{43}/],
  ['a single sign-on token', /\beyJ[\w-]+\.eyJ[\w-]+\./],
  ['the hash of a password', /\$argon2/],
  ['a session cookie', /proofbell_session=[\w-]/],
  ['a CSRF cookie', /proofbell_csrf=[\w-]/],
  ['the mark of a known browser', /proofbell_known=[\w-]/],
  ['the code of a link', /\b(?:code|reset|resume)=[\w-]{20}/],
  ["a registration's id", /registration(?:\/|=)[\w-]{43}/],
  ['an emailed code', /"code":"\d{8}"/],
];

/** @param line of a log, JSON. @returns the kind of secret in it, or null. */
export function secretIn(line: string): string | null {
  const password = PASSWORDS.find((one) => line.includes(one));
  if (password) return `the password '${password}'`;
  const isOutbox = line.includes('"msg":"mail written to the outbox"');
  const found = SECRETS.find(
    ([what, pattern]) => pattern.test(line) && !(isOutbox && ['the code of a link', 'an emailed code'].includes(what)),
  );
  return found?.[0] ?? null;
}

/** @throws naming the secret and the message of each line that has one. */
export function expectNoSecrets(lines: readonly string[]): void {
  const issues = lines.flatMap((line) => {
    const secret = secretIn(line);
    return secret ? [`${secret} was logged: ${line.slice(0, 300)}`] : [];
  });
  if (issues.length > 0) throw new Error(issues.join('\n'));
}
