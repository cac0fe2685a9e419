/** A receiver of OTLP over HTTP in JSON, which keeps the spans. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, boolean | number | string>>;
}

export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** The resource's attributes of the last request. */
  readonly resource: Record<string, unknown>;
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, boolean | number | string>>;
}

/** @param answer what the receiver does once it has read a request; absent: it accepts the spans */
export async function startReceiver(answer?: RequestListener): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, unknown> = {};
  const requests: TraceReceiver['requests'] = [];
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const body = Buffer.concat(chunks).toString('utf8');
    requests.push({ url: request.url ?? '', headers: request.headers, body });
    if (answer !== undefined) {
      answer(request, response);
      return;
    }
    const { resourceSpans } = JSON.parse(body);
    for (const { resource: of, scopeSpans } of resourceSpans) {
      Object.assign(resource, attributesOf(of.attributes));
      for (const { spans: batch } of scopeSpans) {
        spans.push(
          ...batch.map((span: { attributes: Attribute[] }) => ({ ...span, attributes: attributesOf(span.attributes) })),
        );
      }
    }
    response.setHeader('Content-Type', 'application/json').end('{"partialSuccess":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, resource, requests, close };
}

/** The same for one test, at whose end it closes. */
export async function receiverOfTest(answer?: RequestListener): Promise<TraceReceiver> {
  const receiver = await startReceiver(answer);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Integers of 64 bits are text in OTLP's JSON. */
function attributesOf(attributes: readonly Attribute[]): Record<string, boolean | number | string> {
  return Object.fromEntries(
    attributes.map(({ key, value: { intValue, stringValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  );
}
