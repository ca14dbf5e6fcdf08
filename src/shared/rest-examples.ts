// Calls of the REST API as people copy them: for a shell with curl, and for JavaScript with fetch. Shown on the API page
// and on Developer Tools, where they carry the owner's own ids.

export type RestCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With everything filled in, from /api on. */
  path: string;
  body?: unknown;
  /** A file that is the body. */
  file?: { name: string; type: string };
};

/** Where the calls go, and with which key; in curl either may be a variable of the shell, such as `$KEY`. */
export type RestTarget = { origin: string; key: string };

/** For single quotes, inside which a shell reads nothing but their end. */
const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** @returns the call as a command. */
export function curlOf({ method, path, body, file }: RestCall, { origin, key }: RestTarget): string {
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || file !== undefined));
  return [
    `curl${isPlain ? '' : ` -X ${method}`} "${origin}${path}"`,
    `-H "Authorization: Bearer ${key}"`,
    ...(file ? [`-H "Content-Type: ${file.type}"`, `--data-binary @${file.name}`] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${inSingleQuotes(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** @returns the value as JavaScript, as people write it. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)}: ${literal(one)}`;
  });
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** @returns the call as JavaScript that runs in node and in a module. */
export function fetchOf({ method, path, body }: RestCall, { origin, key }: RestTarget): string {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return [
    `const response = await fetch('${origin}${path}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: ${literal(headers)},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

/**
 * @param at when it happened, ISO 8601; in curl a variable of the shell.
 * @returns the call that a script makes first: it reports what really happened, and the notification follows by itself.
 */
export const eventExample = (siteId: string, at: string): RestCall => ({
  method: 'POST',
  path: `/api/sites/${siteId}/events`,
  body: {
    events: [
      {
        id: 'order-1001',
        kind: 'purchase',
        occurredAt: at,
        actor: { firstName: 'Ana', city: 'Lisbon' },
        subject: { name: 'Oak Desk' },
      },
    ],
  },
});
