// Schemas of answers that may be megabytes (LONG_LISTS). tRPC parses what a procedure returns with `parseAsync`; OpenAPI
// reads the schema as it is.
import { z } from 'zod';
import { makeTurns } from '../turns.ts';

const unparsed = z.array(z.unknown());

/** @returns a list's schema that lets others have their turn between the items it parses. */
export function longList<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  const schema = z.array(item);
  schema.parseAsync = async (list) => {
    const turn = makeTurns();
    const parsed: z.output<Item>[] = [];
    for (const one of unparsed.parse(list)) {
      parsed.push(item.parse(one));
      await turn();
    }
    return parsed;
  };
  return schema;
}

/** @returns the same for an object with such a list at `key`. */
export function withLongList<
  Shape extends z.ZodRawShape & Record<Key, z.ZodArray<z.ZodType>>,
  Key extends keyof Shape & string,
>(object: z.ZodObject<Shape>, key: Key): z.ZodObject<Shape> {
  const schema = object.extend({});
  const rest = object.extend({ [key]: unparsed });
  const list = longList(object.shape[key].element);
  schema.parseAsync = async (value) => {
    const parsed = rest.parse(value) as Record<string, unknown>;
    return { ...parsed, [key]: await list.parseAsync(parsed[key]) } as z.output<typeof schema>;
  };
  return schema as unknown as z.ZodObject<Shape>;
}
