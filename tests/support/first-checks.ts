// What a schema does with a text before its length is known, found in the schema itself, however its source spells it.
import { z } from 'zod';
import { bounded } from '#shared/contract/text.ts';

type Def = {
  type: string;
  checks?: { _zod: { def: { check: string; abort?: boolean } } }[];
  coerce?: boolean;
  keyType?: unknown;
  in?: z.ZodType;
  transform?: unknown;
  getter?: () => unknown;
};
type Schema = { _zod: { def: Def } };
const defOf = (schema: z.ZodType) => (schema as unknown as Schema)._zod.def;

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && 'def' in (value as Schema)._zod;

/** What `bounded` does first, which is to look at the size of a list or an object. */
const SIZE_FIRST = String(defOf(defOf(bounded(z.array(z.number()), 1, '')).in as z.ZodType).transform);

/** @returns the schemas right inside of one. */
function insideOf({ checks: _checks, keyType, ...def }: Def): z.ZodType[] {
  const getter = def.type === 'lazy' ? [def.getter?.()] : [];
  // Whatever looks at a key is a check of its schema; the number of keys is bounded by their object's.
  const keys = isSchema(keyType) && (defOf(keyType).checks ?? []).length > 0 ? [keyType] : [];
  const values = [...Object.values(def), ...getter, ...keys];
  const nested = values.flatMap((value) =>
    Array.isArray(value)
      ? value
      : value && Object.getPrototypeOf(value) === Object.prototype
        ? Object.values(value)
        : [value],
  );
  return nested.filter(isSchema);
}

/** @returns what is wrong with one schema by itself; null when nothing is. */
function issueOf(def: Def): string | null {
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  if (def.coerce) return 'makes a text of anything';
  if (def.type === 'template_literal') return 'a pattern';
  if (def.type === 'custom' || ((def.type === 'any' || def.type === 'unknown') && checks.length > 0))
    return 'looks at anything';
  if (def.type === 'string' && !(checks[0]?.check === 'max_length' && checks[0].abort)) return 'no length first';
  return null;
}

/** @returns where a schema looks at a text before its length, as paths of schema types. */
export function looksBeforeLength(schema: z.ZodType): string[] {
  const seen = new Set<z.ZodType>();
  const found = new Set<string>();
  const walk = (one: z.ZodType, path: string) => {
    if (seen.has(one)) return;
    seen.add(one);
    const def = defOf(one);
    const issue = issueOf(def);
    if (issue) found.add(`${path}${def.type}: ${issue}`);
    const from = def.type === 'pipe' && def.in ? defOf(def.in) : null;
    if (from?.type === 'transform' && String(from.transform) !== SIZE_FIRST) found.add(`${path}preprocess`);
    for (const inner of insideOf(def)) walk(inner, `${path}${def.type} `);
  };
  walk(schema, '');
  return [...found];
}
