// Which calls a refusal says something about, and which go without the user's token: by the procedure's path.

/** Made on behalf of nobody yet (spec 6): a token left over from somebody else must not decide about them. */
const isRegistration = (path: string) => path.startsWith('registration.') || path === 'auth.register';

/** @returns whether a call is sent without the Authorization header. */
export const isAnonymousCall = (path: string): boolean => isRegistration(path) || path === 'auth.login';

const DOORS = new Set(['auth.token', 'auth.logout', 'auth.sso', 'auth.forgotPassword', 'auth.resetPassword']);

/** @returns whether a call's 401 is an answer about what was typed, not about the session. */
export const answersForItself = (path: string): boolean => isAnonymousCall(path) || DOORS.has(path);
