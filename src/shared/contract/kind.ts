// The kind of value in a contract field, from which the database's columns and the editor's inputs derive.
import { z } from 'zod';

export type Kind = 'text' | 'date' | 'number' | 'flag' | 'choice' | 'json';

/**
 * @returns the kind of a field's values, ignoring null and undefined; 'json' for objects, arrays and anything unknown.
 */
export function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return kindOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodISODateTime) return 'date';
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'flag';
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return 'choice';
  return 'json';
}
