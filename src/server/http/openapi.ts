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

function procedureOperation(row: RestRow, { toSchema }: Schemas): Operation {
  const { name: tag, noun } = sectionOf(row.path);
  const { inputs, output, middlewares } = definitionOf(row.procedure);
  const params = paramNames(row.path);
  const input = inputs[0] ? describeFields(toSchema(inputs[0], 'input'), noun) : {};
  const { properties, required } = split(input, params);
  const status = row.status ?? 200;
  const result = output ? describeFields(toSchema(output, 'output'), noun) : {};
  const body = row.wrap
    ? row.wrap
        .split('.')
        .reduceRight<JsonSchema>(
          (inner, key) => ({ type: 'object', properties: { [key]: inner }, required: [key] }),
          result,
        )
    : result;
  const query = row.method === 'GET' ? properties : [];
  return {
    summary: row.summary,
    tags: [tag],
    ...(middlewares.some((each) => OPEN.includes(each)) && { security: [] }),
    parameters: [
      ...params.map((name) => ({ name, in: 'path' as const, required: true, schema: paramSchema(noun, name) })),
      ...query.map(([name, schema]) => ({ name, in: 'query' as const, required: required.includes(name), schema })),
    ],
    ...(row.method !== 'GET' &&
      properties.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: Object.fromEntries(properties),
                required,
                additionalProperties: false,
              },
            },
          },
        },
      }),
    responses: {
      [status]:
        row.as === 'csv'
          ? CSV
          : {
              description: SUCCESS[status],
              ...(status !== 204 && { content: { 'application/json': { schema: body } } }),
            },
      default: { description: 'Failure', content: ERROR },
    },
  };
}

type PlainShape = Omit<PlainRow, 'handler'>;

function plainOperation(row: PlainShape, { toSchema }: Schemas): Operation {
  return {
    summary: row.summary,
    tags: [sectionOf(row.path).name],
    ...(!row.isForOwners && { security: [] }),
    parameters: [
      ...paramNames(row.path).map((name) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: paramSchema(sectionOf(row.path).noun, name),
      })),
      ...(row.query ?? []).map((name) => ({ name, in: 'query' as const, required: true, schema: { type: 'string' } })),
    ],
    ...(row.request && {
      requestBody: {
        required: true,
        content: { [row.accepts ?? 'text/plain']: { schema: toSchema(row.request, 'input') } },
      },
    }),
    responses: {
      [row.status]: {
        description: SUCCESS[row.status],
        ...(row.response && {
          content: { [row.contentType ?? 'application/json']: { schema: toSchema(row.response, 'output') } },
        }),
      },
      default: { description: 'Failure', content: ERROR },
    },
  };
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
