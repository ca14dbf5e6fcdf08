// How the page that verifies an address tells the app whom to greet. Apart from the contract, whose schemas every screen
// would otherwise load.

/** For a minute after an address was verified: whose, by id, or that the link had been used before. */
export const VERIFIED_COOKIE = 'proofbell_verified';
export const VERIFIED_BEFORE = 'before';
