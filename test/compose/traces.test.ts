/** The traces of a gateway: which spans a payment, a page and a notification have, and what is never in them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJsonClient } from '../../src/adapters/http-json.ts';
import { Span } from '../../src/platform/tracing/span.ts';
import { CARD, newOrderId, PASSWORD, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { receiverOfTest, startReceiver, type TraceReceiver } from '../support/trace-receiver.ts';

const SERVER = 2;
const CLIENT = 3;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const EMAIL = 'payer@customer.example';

let receiver: TraceReceiver;
let rig: Rig;
beforeAll(async () => {
  receiver = await startReceiver();
  rig = await startRig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

/** The spans of the trace, once one has the name. */
async function traceOf(traceId: string, name: string) {
  const spans = () => receiver.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => spans().map((span) => span.name)).toContain(name);
  return spans();
}

const traceparent = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-${CALLER}-${flags}` });
const newTraceId = () => Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

it('a payment over REST has spans of request, operation, commits and acquirer, below that of its caller', async () => {
  const order = newOrderId();
  const body = paying('PAY', { customer: { email: EMAIL } });
  await rig.api('PUT', `/order/${order}/transaction/1`, body, { headers: traceparent(TRACE) });
  const route = 'PUT /api/rest/version/:version/merchant/:merchant/order/:order/transaction/:transaction';
  const spans = await traceOf(TRACE, route);
  const request = spans.find(({ name }) => name === route)!;
  expect(request).toMatchObject({
    kind: SERVER,
    parentSpanId: CALLER,
    status: {},
    attributes: {
      'http.request.method': 'PUT',
      'http.response.status_code': 201,
      'http.route': route.slice(4),
      'url.scheme': 'http',
      'turnpike.operation': 'PAY',
      'turnpike.support_code': expect.stringMatching(/^[0-9a-z]{12}$/),
    },
  });
  const operation = spans.find(({ name }) => name === 'PAY')!;
  expect(operation).toMatchObject({
    kind: 1,
    parentSpanId: request.spanId,
    attributes: { 'turnpike.merchant': 'TESTSHOP', 'turnpike.gateway_code': 'APPROVED' },
  });
  expect(spans.find(({ name }) => name === 'acquirer request')).toMatchObject({
    kind: CLIENT,
    parentSpanId: operation.spanId,
    attributes: { 'turnpike.acquirer': 'default', 'turnpike.outcome': 'ANSWERED' },
  });
  const commits = spans.filter(({ name }) => name === 'COMMIT');
  expect(commits.length).toBeGreaterThanOrEqual(2);
  for (const commit of commits) {
    expect(commit).toMatchObject({ kind: CLIENT, parentSpanId: operation.spanId });
  }
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
    expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
  }
  expect(receiver.resource).toMatchObject({
    'service.name': 'turnpike',
    'service.version': '9.9.9',
    'process.pid': process.pid,
    'deployment.environment.name': 'sandbox',
  });
  expect(receiver.requests[0]?.headers['api-key']).toBe('a key');
});

it('the log line of a traced request has its trace', async () => {
  const traceId = newTraceId();
  await rig.api('GET', '/order/none', undefined, { headers: traceparent(traceId) });
  const line = () => rig.logged.map((text) => JSON.parse(text)).find(({ trace_id }) => trace_id === traceId);
  await expect.poll(line).toMatchObject({ msg: 'request refused', merchant: 'TESTSHOP' });
  const [span] = await traceOf(traceId, 'GET /api/rest/version/:version/merchant/:merchant/order/:order');
  expect(line()).toMatchObject({ span_id: span!.spanId });
});

it('a page has a span, in a trace that its payer cannot choose', async () => {
  const session = `SESSION${'b'.repeat(24)}`;
  const chosen = newTraceId();
  const before = receiver.spans.length;
  await rig.call('GET', `/checkout/pay/${session}`, undefined, { headers: traceparent(chosen) });
  const page = () => receiver.spans.slice(before).find(({ name }) => name === 'GET /checkout/pay/:session');
  await expect.poll(page).toMatchObject({ kind: SERVER, attributes: { 'http.response.status_code': 404 } });
  expect(page()?.parentSpanId).toBeUndefined();
  expect(page()?.traceId).not.toBe(chosen);
});

it('a provider that does not answer has a span with its outcome', async () => {
  const traceId = newTraceId();
  await rig.api(
    'PUT',
    `/order/${newOrderId()}/transaction/1`,
    {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: {
        operation: 'PAY',
        returnUrl: 'http://localhost:9/back',
        demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
      },
      order: { amount: '12.00', currency: 'EUR', description: 'Two books' },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    },
    { headers: traceparent(traceId) },
  );
  const spans = await traceOf(traceId, 'provider create');
  expect(spans.find(({ name }) => name === 'provider create')).toMatchObject({
    kind: CLIENT,
    status: { code: 2 },
    attributes: { 'turnpike.provider': 'demoWallet', 'turnpike.outcome': 'NOT_SENT' },
  });
});

it('a notification has a trace of its own, and its receiver gets the header', async () => {
  const arrived: (string | undefined)[] = [];
  const shop = createServer((request, response) => {
    arrived.push(request.headers.traceparent as string | undefined);
    response.end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const notificationUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
  await rig.api(
    'PUT',
    `/order/${newOrderId()}/transaction/1`,
    paying('PAY', { order: { amount: '12.00', currency: 'EUR', notificationUrl } }),
  );
  await expect.poll(() => arrived.length).toBe(1);
  shop.close();
  const [, traceId = '', spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(arrived[0] ?? '') ?? [];
  const spans = await traceOf(traceId, 'notification POST');
  expect(spans).toMatchObject([{ spanId, kind: CLIENT, attributes: { 'http.response.status_code': 200 } }]);
});

it('calls of providers and acquirers over HTTP have the header while a request is traced, and else none', async () => {
  const other = await receiverOfTest();
  const client = createJsonClient();
  const call = () => client.call({ method: 'POST', url: other.endpoint, body: { resourceSpans: [] } });
  const span = new Span('part', 'CLIENT', () => undefined);
  await span.run(call);
  await call();
  expect(other.requests.map(({ headers }) => headers.traceparent)).toEqual([
    `00-${span.traceId}-${span.spanId}-01`,
    undefined,
  ]);
});

it('no span has card data, a password, a session or an e-mail address, and dropped ones are counted', async () => {
  const sent = receiver.requests.map(({ body }) => body).join('');
  expect(sent.length).toBeGreaterThan(1_000);
  for (const secret of [CARD.number, CARD.number.slice(0, 6), PASSWORD, EMAIL, `SESSION${'b'.repeat(24)}`]) {
    expect(sent).not.toContain(secret);
  }
  const { text } = await rig.call('GET', '/metrics');
  expect(text).toMatch(/^turnpike_trace_spans_total\{outcome="sent"\} [1-9]/m);
  expect(text).toContain('turnpike_trace_spans_total{outcome="dropped"} 0');
});
