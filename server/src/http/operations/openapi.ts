/** The calls of the contract as an OpenAPI document (OpenAPI 3.1, whose schemas are JSON Schema as the contract's are). */
import { BYTES, type Call, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { ErrorBody } from '@echometry/contract/calls/error.ts';
import { PERSONAL_TOKEN_PREFIX } from '@echometry/contract/records/personal-token.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import type { FastifyInstance } from 'fastify';
import { SERVICE_PREFIX } from '../service-prefix.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { MAX_BODY_BYTES } from '../../limits.ts';
import examples from './call-examples.json' with { type: 'json' };

/** Address of the document. */
const PATH = '/openapi.json';
const JSON_TYPE = 'application/json';

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** Whether a personal access token makes a call, in a sentence. */
function byTokenOf({ access, byToken }: Call): string {
  if (access.need === 'anyone') return '';
  if (byToken === undefined) return ' Personal access tokens may not make it.';
  return byToken === 'read' ? ' Any personal access token may make it.' : ' A personal access token needs the right to write.';
}

/** Who may make a call, in a sentence. */
function whoOf({ access }: Call): string {
  if (access.need === 'anyone') return 'Needs no token.';
  if (access.need === 'signed-in') return 'Needs the token of a sign-in or of a role.';
  return `Needs a token of the role ${access.roles.join(', ')}. Access beyond that depends on the projects of the person.`;
}

/** The ways to be known to a call; any one of them is enough. */
const securityOf = ({ access, byToken }: Call): Record<string, string[]>[] =>
  access.need === 'anyone' ? [] : [{ token: [] }, ...(byToken === undefined ? [] : [{ personalAccessToken: [] }])];

/** A request with its response, shortened; a call that ends with a refusal there has no response. */
interface Example {
  id?: string;
  body?: unknown;
  answer?: unknown;
}
const EXAMPLES: Readonly<Record<string, Example | undefined>> = examples;

const content = (schema: unknown, { type = JSON_TYPE, example }: { type?: string; example?: unknown } = {}) => ({
  content: { [type]: { schema, ...(example === undefined ? {} : { example }) } },
});

/** A list that is sent with an element on each line. */
const linesOf = ({ answer }: Call, example: unknown) => ({
  description: 'Lines of JSON, each of this form. The last line states how many came before it; without it the response broke off.',
  ...content((answer as { items?: unknown }).items, {
    type: 'application/x-ndjson',
    example: (example as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join(''),
  }),
});

function operationOf(name: CallName, call: Call) {
  const { id, body, answer } = EXAMPLES[name] ?? {};
  const failure = { description: 'Refused; code and field give the reason.', ...content({ $ref: '#/components/schemas/Error' }) };
  return {
    operationId: name,
    tags: [call.path.split('/')[0]],
    summary: call.path,
    description: `${whoOf(call)}${byTokenOf(call)} A body is ${(call.maxBodyBytes ?? MAX_BODY_BYTES) / 1024} KiB at most.`,
    security: securityOf(call),
    ...(call.path.includes('{id}')
      ? { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: id }] }
      : {}),
    ...(call.method === 'POST'
      ? {
          requestBody: {
            required: true,
            ...(call.body === BYTES ? content(call.body, { type: 'application/octet-stream' }) : content(call.body, { example: body })),
          },
        }
      : {}),
    responses: {
      '200':
        call.lines === true
          ? linesOf(call, answer)
          : {
              description: 'The response of the call, including outcomes other than success.',
              ...content(call.answer, { example: answer }),
            },
      default: failure,
    },
  };
}

/** The document of this build. */
export function openApiDocument(version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(CALLS) as [CallName, Call][]) {
    const path = SERVICE_PREFIX[call.service] + call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: JSON_SCHEMA,
    info: {
      title: 'Echometry',
      version,
      description:
        'Calls of an Echometry server. Outcomes of the work itself, such as a save that met another one, have status 200; any other status is a refusal with a code.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER, description: 'The token of a sign-in or of a role, as pages use it.' },
        personalAccessToken: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of a program, which begins with ${PERSONAL_TOKEN_PREFIX}. Users make it in Settings.`,
        },
      },
      schemas: { Error: ErrorBody },
    },
  };
}

/** Serves the document; it names no person and no project, and any client of the server may read it. */
export function serveOpenApi(app: FastifyInstance): void {
  let text: string | null = null;
  app.get(PATH, (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(manifest.version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  });
}
