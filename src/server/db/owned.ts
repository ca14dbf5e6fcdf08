// The brand that queries ask for before they change a row of an owner. Only domain/access.ts puts it on, after checking
// that the row is the caller's: code that forgets the check does not compile.
declare const owned: unique symbol;
export type Owned<T> = T & { readonly [owned]: true };
