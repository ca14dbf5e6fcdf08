// The brand that queries require before they change an owner's row. Only domain/access.ts applies it, after checking
// that the row is the caller's, so code that forgets the check does not compile.
declare const owned: unique symbol;
export type Owned<T> = T & { readonly [owned]: true };
