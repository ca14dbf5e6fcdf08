// What is said while something long runs: what it is at once, a dot a second, and how long it took.

/**
 * @param what such as 'Building the app'. @param seconds about how long it takes on a small machine.
 * @param say writes without a line break.
 */
export async function withProgress<T>(
  what: string,
  seconds: number,
  work: () => Promise<T>,
  say: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<T> {
  const began = performance.now();
  say(`${what}, about ${seconds} s `);
  const dots = setInterval(() => say('.'), 1_000);
  try {
    const made = await work();
    say(` done in ${Math.round((performance.now() - began) / 1_000)} s\n`);
    return made;
  } catch (error) {
    say(' failed\n');
    throw error;
  } finally {
    clearInterval(dots);
  }
}
