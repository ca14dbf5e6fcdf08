// The first call that an integrator makes.

/** @param publicUrl this installation's address. @param key a key, or what stands for one. @returns a line for a shell. */
export const curlOf = (publicUrl: string, key: string): string =>
  `curl -H 'Authorization: Bearer ${key}' ${publicUrl}/api/sites`;
