/** Renders a view to text, for pages that are rendered and compressed once and then cached. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AstroHandler } from './page-renderer.ts';

/** An answer that is not sent. Astro's handler ends it, or destroys it if a view fails half way. */
class CapturedResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: Uint8Array | string, ...rest: unknown[]): boolean {
    this.chunks.push(Buffer.from(chunk as Uint8Array));
    const done = rest.at(-1);
    if (typeof done === 'function') {
      done();
    }
    return true;
  }

  override end(...rest: unknown[]): this {
    const [chunk] = rest;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      this.write(chunk);
    }
    // The handler releases the request on this event.
    this.emit('finish');
    return this;
  }
}

/** @throws Error when there is no such view, or it fails */
export async function renderedView(
  handler: AstroHandler,
  view: string,
  locals: Parameters<AstroHandler>[3],
): Promise<Buffer> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = `/view/${view}`;
  const response = new CapturedResponse(request);
  const refused = () => {
    response.statusCode = 404;
  };
  await handler(request, response, refused, locals);
  if (response.statusCode !== 200 || response.destroyed) {
    throw new Error(`The view '${view}' could not be rendered.`);
  }
  return Buffer.concat(response.chunks);
}
