/** Shared by the sandbox's control calls: JSON bodies of any content type, and errors that name the problem. */
import { z } from 'zod';

/** Maximum delay. It exceeds every time limit of the gateway, so that a longer delay would only be a lost answer. */
const DELAY_MS_MAX = 600_000;

/** Real milliseconds by which a fault delays an answer or a message. */
export const faultDelayMs: z.ZodDefault<z.ZodInt> = z.int().min(0).max(DELAY_MS_MAX).default(0);
/** The number of times that a fault applies. Null: until it is changed. */
export const faultCount: z.ZodDefault<z.ZodNullable<z.ZodInt>> = z.int().min(1).nullable().default(null);

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
