/** Shared by the sandbox's control calls: JSON bodies whatever their content type, and errors that name the problem. */

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
