/** The spans of requests: one for each traced request, with the attributes of OpenTelemetry's conventions. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracer } from '../../platform/tracing/index.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Adds hooks to the listener. Must be called before all other hooks are added, so that these run within the span.
 *
 * @param isRest true for the URL of a merchant's server. Only these callers may ask for a trace; payers may not
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isRest: (url: string) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, url = '' } = request.raw;
    const span = tracer.request(method ?? '', isRest(url) ? headers.traceparent : undefined);
    if (span === undefined) {
      done();
      return;
    }
    spans.set(request, span);
    span.run(done);
  });
  // The body arrives in events of the socket, which are not within the span.
  app.addHook('preHandler', (request, _reply, done) => {
    runWithin(request, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span === undefined) {
      done();
      return;
    }
    // Other hooks write the request's log line, which has the trace.
    span.run(done);
    endSpan(span, request, reply.raw.statusCode);
  });
}

function runWithin(request: FastifyRequest, done: () => void): void {
  const span = spans.get(request);
  if (span === undefined) {
    done();
  } else {
    span.run(done);
  }
}

/** The path of the URL is not an attribute: it contains ids of sessions, which are credentials. */
function endSpan(
  span: Span,
  { id, method, metricLabels, protocol, routeOptions }: FastifyRequest,
  status: number,
): void {
  const { url: route } = routeOptions;
  span.name = route === undefined ? method : `${method} ${route}`;
  span.isError = status >= 500;
  span.set({
    'http.request.method': method,
    'http.response.status_code': status,
    'url.scheme': protocol,
    'turnpike.support_code': id,
    ...(route !== undefined && { 'http.route': route }),
    ...(metricLabels !== null && { 'turnpike.operation': metricLabels.operation }),
    ...(status >= 500 && { 'error.type': `${status}` }),
  });
  span.end();
}
