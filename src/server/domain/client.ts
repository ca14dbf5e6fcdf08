// Who calls, before anybody has logged in.

/** The calling browser or script. */
export type Client = {
  /** As rate limits count it. */
  address: string;
  userAgent: string | null;
  /** The session id its client sent; null without one. */
  sessionId: string | null;
  /** The public id of the registration that it holds; null without one. */
  registrationId: string | null;
  /** What makes it a known browser of its users; null without. */
  marks: string | null;
  /** Whether it certainly runs on the server's own machine. */
  isLocal(): boolean;
  /** Whether it calls the server by a name for its own machine, and isn't visibly elsewhere. That proves nothing. */
  mayBeLocal(): boolean;
};

/** @returns whether a server by this PUBLIC_URL is for its own machine alone, as while somebody tries it out. */
export const isForOwnMachine = (publicUrl: string): boolean =>
  /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i.test(publicUrl);
