// Runs something once it has been quiet for a while, however often it was asked for.

/**
 * @param wait resolves after so many milliseconds
 * @returns a function that runs `run` when it has not been called again for `ms`.
 */
export function createDebounce(run: () => void, ms: number, wait: (ms: number) => Promise<void>): () => void {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    void wait(ms).then(() => {
      if (mine === latest) run();
    });
  };
}
