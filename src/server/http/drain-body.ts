// Reads a body away: a client that is still sending would see a broken connection instead of our answer.

/**
 * Reads what is left of a body and forgets it.
 * @param max bytes; past them the body is cancelled, and the connection with it.
 * @throws what the body throws when the client went away.
 */
export async function drainBody(body: ReadableStream<Uint8Array>, max: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > max) return;
  }
}
