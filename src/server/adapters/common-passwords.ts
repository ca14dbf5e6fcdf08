// Recognizes the commonest passwords, which attackers try first. The list is that of zxcvbn-ts, most common first.

/** How many of the list's 49,233 are refused. */
const REFUSED = 10_000;

/** @returns a function that tells whether a password is one of the commonest, in any letter case. */
export function makeCommonPasswords(): (password: string) => Promise<boolean> {
  let list: Promise<ReadonlySet<string>> | undefined;
  const load = async () => {
    // Loaded when first needed: unpacking takes 50 ms, and most starts are followed by no registration.
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common'].slice(0, REFUSED));
  };
  return async (password) => {
    list ??= load();
    return (await list).has(password.normalize('NFC').toLowerCase());
  };
}
