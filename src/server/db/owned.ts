// The brand that every changing query asks for. It is put on a row in one place, domain/access.ts, after the check that
// the row is the caller's: forgetting the check does not compile.
declare const owned: unique symbol;
export type Owned<T> = T & { readonly [owned]: true };
