// The arm that an order comes with, whoever brings it: what `Proofbell.arm()` answers in the buyer's browser.
const ARM = /^pb-([a-z2-7]{8}-[0-4])$/;

/** By this name, in cart attributes, order fields and metadata. */
export const ARM_KEY = 'proofbell_arm';

/** @returns `<epoch>-<arm>`, as events hold it; undefined for any other text. */
export const armOf = (value: string | undefined): string | undefined => ARM.exec(value ?? '')?.[1];

/** @returns both parts of it, as events hold it. */
export const partsOfArm = (stored: string): { epochId: string; arm: number } => ({
  epochId: stored.slice(0, 8),
  arm: Number(stored.slice(9)),
});
