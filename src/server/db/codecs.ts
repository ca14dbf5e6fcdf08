// The edge between rows and values: JSON text is parsed by zod here, flags become booleans here.
import type { z } from 'zod';
import type { Flag, Json } from './schema.ts';

/** @returns `value` as branded JSON text. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value) as Json<T>;
}

/** @throws when the stored text is not what `schema` says: a fault of ours, not of a caller. */
export function fromJson<S extends z.ZodType>(schema: S, text: string): z.infer<S> {
  return schema.parse(JSON.parse(text));
}

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);
export const fromFlag = (value: number): boolean => value === 1;

/** @returns `columns` without the keys that hold undefined: what was not given is not written. */
export function given<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
