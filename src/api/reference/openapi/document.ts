/**
 * The OpenAPI 3.1 document of the interface in its newest version, generated from the contract. `npm run reference`
 * writes it to `docs/openapi.json`; the gateway serves the same file at `/docs/openapi.json`.
 *
 * `zod-openapi` is not used: it assembles a document from zod schemas, but the contract consists of trees of versioned
 * fields, of which only the leaves have zod schemas. `json-schema.ts` generates their JSON Schema for one version.
 */

import { STATUSES } from '../../../contract/errors/statuses.ts';
import { VERSION_MAX } from '../../../contract/field.ts';
import { PATH_PARAMETERS } from '../../../contract/fields/path.ts';
import { InterfaceError, interfaceErrorBody } from '../../../contract/interface-error.ts';
import { chapters } from '../documented-operations.ts';
import { componentRef, components } from './components.ts';
import { type OpenApiSchema, requestedSchema } from './json-schema.ts';
import { ERROR, rootSchemas } from './openapi-requests.ts';
import { paths } from './paths.ts';

const OPENAPI_VERSION = '3.1.1';

export function openApiDocument(): OpenApiSchema {
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Turnpike',
      version: VERSION_MAX.toString(),
      summary: 'The REST interface of a payment gateway, for a merchant’s server.',
      description:
        `Every operation and field of version ${VERSION_MAX}. Earlier versions have fewer fields, and some under other names: ` +
        'the reference at /docs/changes tells which.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    security: [{ password: [] }, { certificate: [] }],
    tags: chapters().map(({ title, doc }) => ({ name: title, description: doc })),
    paths: paths(),
    components: {
      schemas: components(rootSchemas()),
      parameters: parameters(),
      responses: errorResponses(),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The text that is served and committed. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

const SECURITY_SCHEMES = {
  password: {
    type: 'http',
    scheme: 'basic',
    description: 'The user is merchant. followed by the merchant’s id; the password is its API password.',
  },
  session: {
    type: 'http',
    scheme: 'basic',
    description:
      'The user is merchant. followed by the merchant’s id; the password is the session’s id, which allows what a payer may set.',
  },
  certificate: {
    type: 'mutualTLS',
    description: 'A client certificate whose fingerprint stands in the merchant’s profile.',
  },
};

const HEADERS = {
  'X-Ignored-Fields': {
    description: 'Dotted paths of what the request had and the operation does not take, or takes and does not act on.',
    schema: { type: 'string' },
  },
};

function parameters(): Record<string, OpenApiSchema> {
  return Object.fromEntries(
    Object.entries(PATH_PARAMETERS.members).flatMap(([name, node]) =>
      node.kind === 'field'
        ? [
            [
              name,
              { name, in: 'path', required: true, description: node.doc, schema: parameterSchema(name, node.type) },
            ],
          ]
        : [],
    ),
  );
}

/** Parameters of addresses are texts. Only the version is always a number, and declared as a number. */
function parameterSchema(name: string, type: Parameters<typeof requestedSchema>[0]): OpenApiSchema {
  const { minimum, maximum } = type.keywords;
  return name === 'version' ? { type: 'integer', minimum, maximum } : requestedSchema(type);
}

function errorResponses(): Record<string, OpenApiSchema> {
  return Object.fromEntries(
    STATUSES.filter(({ name }) => name !== undefined).map(({ name, status, cause, meaning, explanation, headers }) => [
      name,
      {
        description: meaning,
        headers: headers && headerSchemas(headers),
        content: {
          'application/json': {
            schema: { $ref: componentRef(ERROR) },
            example: interfaceErrorBody(new InterfaceError(cause, explanation, { status }), 'the support code'),
          },
        },
      },
    ]),
  );
}

function headerSchemas(headers: Readonly<Record<string, string>>): OpenApiSchema {
  const schemas = Object.entries(headers).map(([name, description]) => {
    return [name, { description, schema: { type: 'string' } }] as const;
  });
  return Object.fromEntries(schemas);
}
