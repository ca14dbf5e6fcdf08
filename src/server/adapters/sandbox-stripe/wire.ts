// How Stripe's API is spoken: parameters as nested forms, errors and lists in its shapes.

/** Parameters as they came: text, lists, and groups of them. */
export type Params = { [key: string]: Param };
export type Param = string | Param[] | Params;

/** An error as Stripe answers it. */
export class StripeFault extends Error {
  readonly status: 400 | 401 | 402 | 404;
  readonly body: { error: { type: string; code?: string; param?: string; decline_code?: string; message: string } };

  constructor(
    status: StripeFault['status'],
    message: string,
    more: { type?: string; code?: string; param?: string; decline_code?: string } = {},
  ) {
    super(message);
    this.name = 'StripeFault';
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...more, message } };
  }
}

export const missing = (kind: string, id: string, param = 'id'): StripeFault =>
  new StripeFault(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** Enough for any call of ours. A key with more parts is refused. */
const MAX_PARTS = 8;

/**
 * @param text a form or query: `items[0][price]=price_1&metadata[a]=b`.
 * @throws StripeFault when a key contradicts another
 */
export function readParams(text: string): Params {
  const params: Params = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const parts = key.split('[').map((part) => part.replace(/\]$/, ''));
    if (parts.length > MAX_PARTS || parts.some((part) => part === '__proto__')) throw unknown(key);
    let group: Params = params;
    for (const part of parts.slice(0, -1)) {
      const next = group[part] ?? {};
      group[part] = next;
      if (typeof next !== 'object' || Array.isArray(next)) throw unknown(key);
      group = next;
    }
    group[parts.at(-1) ?? ''] = value;
  }
  return toLists(params) as Params;
}

/** Groups whose keys are 0, 1, 2… are lists. */
function toLists(value: Param): Param {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  if (entries.length > 0 && entries.every(([key], i) => key === String(i) || key === ''))
    return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries);
}

const unknown = (param: string) =>
  new StripeFault(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

/** Reads known parameters one by one, so that what is left over can be refused as Stripe refuses it. */
export class Reader {
  readonly #params: Params;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #inner: Reader[] = [];

  constructor(params: Params, path = '') {
    this.#params = params;
    this.#path = path;
  }

  #name = (key: string) => (this.#path ? `${this.#path}[${key}]` : key);

  #take(key: string): Param | undefined {
    this.#read.add(key);
    return Object.hasOwn(this.#params, key) ? this.#params[key] : undefined;
  }

  /** @returns '' and undefined as null. */
  text(key: string): string | null {
    const value = this.#take(key);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string')
      throw new StripeFault(400, `Invalid string: ${this.#name(key)}`, { param: this.#name(key) });
    return value;
  }

  required(key: string): string {
    const value = this.text(key);
    if (value === null) {
      const param = this.#name(key);
      throw new StripeFault(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
    }
    return value;
  }

  integer(key: string): number | null {
    const value = this.text(key);
    if (value === null) return null;
    if (!/^-?\d{1,15}$/.test(value)) {
      const param = this.#name(key);
      throw new StripeFault(400, `Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
    }
    return Number(value);
  }

  metadata(): Record<string, string> {
    const value = this.#take('metadata');
    if (value === undefined || typeof value !== 'object' || Array.isArray(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  group(key: string): Reader {
    const value = this.#take(key);
    const params = value !== undefined && typeof value === 'object' && !Array.isArray(value) ? value : {};
    return this.#keep(new Reader(params, this.#name(key)));
  }

  groups(key: string): Reader[] {
    const value = this.#take(key);
    if (!Array.isArray(value)) return [];
    return value.map((item, i) =>
      this.#keep(new Reader(typeof item === 'object' && !Array.isArray(item) ? item : {}, `${this.#name(key)}[${i}]`)),
    );
  }

  #keep(inner: Reader): Reader {
    this.#inner.push(inner);
    return inner;
  }

  /** @throws StripeFault when a parameter was given that nobody read */
  end(): void {
    const left = Object.keys(this.#params).find((key) => !this.#read.has(key));
    if (left !== undefined) throw unknown(this.#name(left));
    for (const inner of this.#inner) inner.end();
  }
}

/** @returns a page of a list, as `limit` and `starting_after` ask for it. */
export function listOf<T extends { id: string }>(all: T[], url: string, params: Reader) {
  const limit = Math.min(Math.max(params.integer('limit') ?? 10, 1), 100);
  const after = params.text('starting_after');
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { object: 'list' as const, data: all.slice(start, start + limit), has_more: all.length > start + limit, url };
}
