// OpenAPI 3.1, derived from the mounted rows, so that the documentation matches what is served.
import type { z } from 'zod';
import type { Config } from '../deps.ts';
import { ERROR_CODES } from '../domain/errors.ts';
import { exceptKeysProcedure, publicProcedure } from '../trpc/init.ts';
import { appRouter } from '../trpc/router.ts';
import { describeFields, type JsonSchema, makeSchemas } from './openapi-schemas.ts';
import { SECTIONS, sectionOf } from './openapi-sections.ts';
import type { PlainRow } from './plain-routes.ts';
import { paramNames } from './rest-mount.ts';
import { REST_ROWS } from './rest-routes.ts';
import type { RestRow } from './rest-row.ts';

type ResponseObject = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
};
export type Operation = {
  summary: string;
  tags: string[];
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, ResponseObject>;
  /** Empty for public calls; otherwise the document's own. */
  security?: Security;
};
type Security = Record<string, string[]>[];
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
  security: Security;
  paths: Record<string, Record<string, Operation>>;
};

// A procedure's schemas aren't in tRPC's public types; the contract test fails if an upgrade moves them.
type Definition = { inputs: z.ZodType[]; output?: z.ZodType; middlewares: unknown[] };
const definitionOf = (path: string): Definition => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition } | undefined>;
  const procedure = procedures[path];
  if (!procedure) throw new Error(`No procedure ${path}`);
  return procedure._def;
};

/** The base of public procedures. */
const OPEN = [publicProcedure, exceptKeysProcedure].flatMap(
  (procedure) => (procedure._def as unknown as Definition).middlewares,
);

type Schemas = ReturnType<typeof makeSchemas>;

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const SUCCESS = { 200: 'Success', 201: 'Created', 204: 'Done; the response is empty', 302: 'Redirects to a page' };

const CSV: ResponseObject = {
  description: 'A CSV file (RFC 4180): a header row, CRLF line endings, UTF-8',
  headers: { 'Content-Disposition': { description: 'attachment, with a file name', schema: { type: 'string' } } },
  content: { 'text/csv': { schema: { type: 'string' } } },
};

function split(schema: JsonSchema, params: string[]) {
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => !params.includes(key));
  const required = (schema.required ?? []).filter((key) => !params.includes(key));
  return { properties, required };
}

function paramSchema(noun: string, name: string): JsonSchema {
  const schema: JsonSchema = { type: 'string' };
  describeFields({ properties: { [name]: schema } }, noun);
  return schema;
}

const parameter = (place: 'path' | 'query', name: string, required: boolean, schema: JsonSchema) => ({
  name,
  in: place,
  required,
  schema,
});

const contentOf = (type: string, schema: JsonSchema) => ({ content: { [type]: { schema } } });

/** What differs between the rows of procedures and the others. */
type Parts = {
  isOpen: boolean;
  query: ReturnType<typeof parameter>[];
  body: Operation['requestBody'] | false;
  answer: ResponseObject;
};

function operationOf(
  { path, summary, status = 200 }: { path: string; summary: string; status?: keyof typeof SUCCESS },
  { isOpen, query, body, answer }: Parts,
): Operation {
  const { name: tag, noun } = sectionOf(path);
  return {
    summary,
    tags: [tag],
    ...(isOpen && { security: [] }),
    parameters: [...paramNames(path).map((name) => parameter('path', name, true, paramSchema(noun, name))), ...query],
    ...(body && { requestBody: body }),
    responses: { [status]: answer, default: { description: 'Failure', content: ERROR } },
  };
}

function procedureOperation(row: RestRow, { toSchema }: Schemas): Operation {
  const { noun } = sectionOf(row.path);
  const { inputs, output, middlewares } = definitionOf(row.procedure);
  const input = inputs[0] ? describeFields(toSchema(inputs[0], 'input'), noun) : {};
  const { properties, required } = split(input, paramNames(row.path));
  const result = output ? describeFields(toSchema(output, 'output'), noun) : {};
  const whole = (row.wrap?.split('.') ?? []).reduceRight<JsonSchema>(
    (inner, key) => ({ type: 'object', properties: { [key]: inner }, required: [key] }),
    result,
  );
  const isRead = row.method === 'GET';
  const given = { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
  const description = SUCCESS[row.status];
  const answer = row.status === 204 ? { description } : { description, ...contentOf('application/json', whole) };
  return operationOf(row, {
    isOpen: middlewares.some((each) => OPEN.includes(each)),
    query: isRead ? properties.map(([name, schema]) => parameter('query', name, required.includes(name), schema)) : [],
    body: !isRead &&
      properties.length > 0 && { required: required.length > 0, ...contentOf('application/json', given) },
    answer: row.as === 'csv' ? CSV : answer,
  });
}

type PlainShape = Omit<PlainRow, 'handler'>;

function plainOperation(row: PlainShape, { toSchema }: Schemas): Operation {
  const { request, response } = row;
  return operationOf(row, {
    isOpen: !row.isForOwners,
    query: (row.query ?? []).map((name) => parameter('query', name, true, { type: 'string' })),
    body: request !== undefined && {
      required: true,
      ...contentOf(row.accepts ?? 'text/plain', toSchema(request, 'input')),
    },
    answer: {
      description: SUCCESS[row.status ?? 200],
      ...(response && contentOf(row.contentType ?? 'application/json', toSchema(response, 'output'))),
    },
  });
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: [...ERROR_CODES] },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
};

/** @returns the whole description of the REST surface: `plainRows`, then the procedures. */
export function makeOpenApi(
  { publicUrl, version }: Pick<Config, 'publicUrl' | 'version'>,
  plainRows: readonly PlainShape[],
): OpenApi {
  const schemas = makeSchemas();
  const paths: OpenApi['paths'] = {};
  const add = (row: { method: string; path: string }, operation: Operation) => {
    paths[`/api${row.path}`] = { ...paths[`/api${row.path}`], [row.method.toLowerCase()]: operation };
  };
  for (const row of plainRows) add(row, plainOperation(row, schemas));
  for (const row of REST_ROWS) add(row, procedureOperation(row, schemas));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Proofbell',
      version,
      description:
        'Requests that change data need an X-CSRF-Token header from GET /api/csrf-token, unless they carry an Authorization header and no session cookie.',
    },
    servers: [{ url: publicUrl }],
    tags: SECTIONS.map(({ name, text }) => ({ name, description: text })),
    components: {
      schemas: { ...schemas.components, Error: ERROR_SCHEMA },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'proofbell_session' },
      },
    },
    security: [{ bearer: [] }, { session: [] }],
    paths,
  };
}
