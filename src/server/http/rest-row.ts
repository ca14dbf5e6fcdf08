// A row of the REST table, and the types that check it against its procedure, so that a misspelled procedure, parameter
// or query key does not compile.
import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server';
import type { AppRouter } from '../trpc/router.ts';

type Tree = AppRouter['_def']['record'];
type Paths<T> = {
  [K in keyof T & string]: T[K] extends AnyProcedure ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;
type InputOf<P extends string> =
  At<Tree, P> extends AnyProcedure ? NonNullable<inferProcedureInput<At<Tree, P>>> : never;
/** 'csv' for procedures whose result is a file. */
type CsvOf<P extends string> =
  At<Tree, P> extends AnyProcedure
    ? inferProcedureOutput<At<Tree, P>> extends { fileName: string; csv: string }
      ? 'csv'
      : never
    : never;
type ParamNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type ReaderOf<V> = NonNullable<V> extends number ? 'number' : NonNullable<V> extends boolean ? 'boolean' : never;
type Readers<I> = { [K in keyof I & string]?: ReaderOf<I[K]> };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Reader = 'number' | 'boolean';

export type RestRow = {
  method: Method;
  /** Below /api, with `{name}` for parameters, each a key of the procedure's input. */
  path: string;
  /** Dotted path of the procedure. */
  procedure: string;
  /** Dotted path to wrap the result in: 'data.site' makes `{data: {site: …}}`. */
  wrap?: string;
  /** The result is a file, sent as is. */
  as?: 'csv';
  /** 200 unless given, of a DELETE 204, which has no body. */
  status: 200 | 201 | 204;
  /** What in a GET's query isn't text. */
  query?: Record<string, Reader>;
  summary: string;
};

/** @returns the row, checked. */
export function row<const P extends Paths<Tree>, const S extends string>(definition: {
  method: Method;
  path: [ParamNames<S>] extends [keyof InputOf<P>] ? S : never;
  procedure: P;
  wrap?: string;
  as?: CsvOf<P>;
  status?: 200 | 201 | 204;
  query?: Readers<InputOf<P>>;
  summary: string;
}): RestRow {
  return { status: definition.method === 'DELETE' ? 204 : 200, ...definition } as RestRow;
}
