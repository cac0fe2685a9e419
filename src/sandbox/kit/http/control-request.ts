/** Shared by the sandbox's control calls: JSON bodies of any content type, and errors that name the problem. */
import { z } from 'zod';

export type ControlQuery = Readonly<Record<string, string | string[] | undefined>>;

/** A filter in the query of a control call. Undefined without one, or with an empty one. */
export function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An error that fastify answers with its status and message. */
export function badRequest(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 400 });
}

/** @throws an error with status 400 when the body is not JSON; an absent body is `{}` */
export function readControlJson(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') {
    return {};
  }
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('The body must be JSON.');
  }
}

/** @throws an error with status 400 that names each mismatch with the schema */
export function readControl<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const { data, error } = schema.safeParse(readControlJson(body));
  if (data === undefined) {
    throw badRequest(error === undefined ? 'The body says nothing.' : z.prettifyError(error));
  }
  return data;
}
