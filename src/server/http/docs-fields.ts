// JSON Schema in words: each field with its type, whether it is required, its limits and an example.
import { html, raw } from 'hono/html';
import { type JsonSchema, refName } from './openapi-schemas.ts';

type Html = ReturnType<typeof html> | string;

type FieldRow = { name: string; isRequired: boolean; schema: JsonSchema };

const isNull = ({ type }: JsonSchema) => type === 'null';
/** Empty text clears a field: said once, above the tables. */
const isEmptyText = (schema: JsonSchema) => schema.const === '';

/** @returns the schema without null and the empty text. */
function optionsOf(schema: JsonSchema): JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (!options) return [schema];
  return options.filter((one) => !isNull(one) && !isEmptyText(one)).flatMap(optionsOf);
}
const isNullable = (schema: JsonSchema): boolean =>
  isNull(schema) || (schema.anyOf ?? []).some((option) => isNullable(option));

const FORMATS: Record<string, string> = { 'date-time': 'date and time', date: 'date', email: 'email address' };
const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

const NUMBER = new Intl.NumberFormat('en');
const shown = (value: unknown) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
const joined = (parts: readonly Html[], by: string) => parts.map((part, at) => (at === 0 ? part : html`${by}${part}`));

/** @returns the type of a list's items. */
function pluralOf(items: JsonSchema): Html {
  const kind = optionsOf(items).length > 1 && !items.$ref ? 'object' : typeOf(items);
  return items.$ref || !/^[a-z ]+$/.test(String(kind)) ? kind : `${kind}s`;
}

/** @returns the type in words, with links to the schemas that have a name. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = refName(schema.$ref);
    return html`<a href="#${name}">${name}</a>`;
  }
  const options = optionsOf(schema);
  if (options.length !== 1 || options[0] !== schema) {
    const kinds = options.map((option) => String(typeOf(option)));
    if (isNullable(schema)) kinds.push('null');
    return html`${raw([...new Set(kinds)].join(' or '))}`;
  }
  if (schema.const !== undefined) return shown(schema.const);
  if (schema.type === 'array') return html`list of ${pluralOf(schema.items ?? {})}`;
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format] ?? '';
  return TYPES[String(schema.type)] ?? 'anything';
}

/** @returns the limits in words, such as 'at most 80 characters'. */
function limitsOf(schema: JsonSchema): Html[] {
  return optionsOf(schema).flatMap((option) => {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = option;
    const said: Html[] = [];
    if (option.enum) said.push(html`one of ${joined(option.enum.map(shown), ', ')}`);
    // Of what has a form, such as a color or a time of day, its example says more.
    if (maxLength !== undefined && maxLength > 10 && !option.pattern)
      said.push(`at most ${NUMBER.format(maxLength)} characters`);
    if (minLength) said.push(minLength === 1 ? 'not empty' : `at least ${minLength} characters`);
    // What JSON can't tell apart is no limit of ours.
    const [low, high] = [minimum, maximum].map((bound) =>
      bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined,
    );
    if (low !== undefined && high !== undefined) said.push(`${NUMBER.format(low)} to ${NUMBER.format(high)}`);
    else if (low !== undefined) said.push(`at least ${NUMBER.format(low)}`);
    else if (high !== undefined) said.push(`at most ${NUMBER.format(high)}`);
    if (minItems !== undefined && minItems === maxItems) said.push(`exactly ${minItems}`);
    else if (maxItems !== undefined) {
      said.push(minItems ? `${minItems} to ${NUMBER.format(maxItems)} items` : `at most ${NUMBER.format(maxItems)}`);
    }
    if (items?.enum) said.push(html`each one of ${joined(items.enum.map(shown), ', ')}`);
    return said;
  });
}

/** @returns a value that the schema accepts; undefined when it can't tell. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [option] = optionsOf(schema);
  if (option && option !== schema) return exampleOf(option);
  if (schema.format === 'date-time') return '2026-03-10T12:00:00Z';
  if (schema.format === 'date') return '2026-03-10';
  if (schema.type === 'boolean') return true;
  if (schema.properties) return exampleBody(schema);
  return undefined;
}

/** @returns an object with an example of each required field; undefined without any. */
export function exampleBody({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> | undefined {
  const entries = Object.entries(properties).filter(([field]) => required.includes(field));
  return entries.length > 0 ? Object.fromEntries(entries.map(([field, one]) => [field, exampleOf(one)])) : undefined;
}

/** @returns a row for each field, those of inner objects below theirs, as in `timing.initialDelay`. */
function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): FieldRow[] {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const name = prefix + field;
    const row = { name, isRequired: required.includes(field), schema };
    return [
      row,
      ...optionsOf(schema).flatMap((option) => {
        if (option.properties) return rowsOf(option, `${name}.`);
        return option.items?.properties ? rowsOf(option.items, `${name}[].`) : [];
      }),
    ];
  });
}

/** @param part `code` is set off, as in Markdown. */
const noted = (text: string) => text.split('`').map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

function fieldRow({ name, isRequired, schema }: FieldRow, isInput: boolean) {
  const example = schema.$ref || schema.properties ? undefined : exampleOf(schema);
  const said = [schema.description ? noted(schema.description) : '', joined(limitsOf(schema), '; ')].filter(
    (part) => part.length > 0,
  );
  return html`<tr><th scope="row"><code>${name}</code>${isInput && isRequired ? html` <b>required</b>` : ''}</th>
<td>${typeOf(schema)}</td><td>${said.map((part) => html`<span>${part}</span> `)}${
    isInput && example !== undefined && example !== '' ? html`<span class="eg">e.g. ${shown(example)}</span>` : ''
  }</td></tr>`;
}

/** @param isInput whether to mark required fields and show examples. @returns a table of the fields. */
export function fieldTable(schema: JsonSchema, isInput: boolean) {
  const rows = rowsOf(schema);
  if (rows.length === 0) return '';
  return html`<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning and limits</th></tr></thead>
<tbody>${rows.map((row) => fieldRow(row, isInput))}</tbody></table>`;
}

/** @returns a table of the kinds of an object that a field tells apart, such as the types of conditions. */
export function kindTable(kinds: readonly JsonSchema[]) {
  return html`<table><thead><tr><th scope="col">type</th><th scope="col">operator</th><th scope="col">value</th></tr></thead>
<tbody>${kinds.map(({ properties = {} }) => {
    const { type, operator, value, name } = properties;
    return html`<tr><th scope="row">${type ? typeOf(type) : ''}</th><td>${operator ? joined((operator.enum ?? [operator.const]).map(shown), ', ') : ''}</td>
<td>${name ? html`<span>beside a <code>name</code></span> ` : ''}${value ? html`<span>${typeOf(value)}</span> ${joined(limitsOf(value), '; ')}` : 'none'}</td></tr>`;
  })}</tbody></table>`;
}
