/** An option of fastify: no route of the sandbox has a JSON schema, and the bundle lacks the compilers for them. */

function refuseSchema(): never {
  throw new Error('Routes of the sandbox have no JSON schemas.');
}

export const WITHOUT_SCHEMAS = {
  schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
} as const;
