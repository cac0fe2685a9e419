/** The client against a gateway: each operation as a method, errors, repeats, lost answers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  GatewayError,
  HttpError,
  NetworkError,
  Turnpike,
  TurnpikeError,
  TurnpikeSession,
  UnknownOutcomeError,
} from '../../../packages/client/src/index.ts';
import { newOrderId, PASSWORD, PUBLIC_HOST, type Rig, startRig } from '../../api/rest/rig.ts';

type Fetch = typeof globalThis.fetch;

const ORIGIN = `http://${PUBLIC_HOST}`;
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };
const sale = {
  order: { amount: '10.00', currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card } },
} as const;
const ids = { orderId: 'O-1', transactionId: '1' };

const client = (fetch: Fetch, options: { password?: string; deadlineMs?: number } = {}) =>
  new Turnpike({ origin: ORIGIN, merchantId: 'TESTSHOP', password: PASSWORD, fetch, ...options });

describe('at a gateway', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());

  /** The rig answers to its public host alone, which a plain `fetch` does not send. */
  const throughRig: Fetch = async (url, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(String(url));
    const sent = body == null ? undefined : JSON.parse(String(body));
    const authorization = new Headers(headers).get('authorization');
    const { status, text } = await rig.call(method, pathname + search, sent, { authorization });
    return new Response(text, { status });
  };

  it('authorizes, captures, refunds, and retrieves', async () => {
    const turnpike = client(throughRig);
    const orderId = newOrderId();
    await turnpike.authorize({ orderId, transactionId: '1' }, sale);
    await turnpike.capture({ orderId, transactionId: '2' }, { transaction: { amount: '4.00', currency: 'EUR' } });
    const { result } = await turnpike.refund({ orderId, transactionId: '3' }, { transaction: { amount: '1.00' } });
    const order = await turnpike.retrieveOrder({ orderId });
    const outcome = await turnpike.outcome({ orderId, transactionId: '2' });
    expect([result, order.totalCapturedAmount, order.totalRefundedAmount, outcome.transaction.amount]).toEqual([
      'SUCCESS',
      4,
      1,
      4,
    ]);
  });

  it('finds orders by a query', async () => {
    const turnpike = client(throughRig);
    const orderId = newOrderId();
    await turnpike.pay({ orderId, transactionId: '1' }, sale);
    // The index of orders follows the payment.
    await expect
      .poll(async () => (await turnpike.retrieveOrders({ orderId, limit: 5 })).order?.map(({ id }) => id))
      .toEqual([orderId]);
  });

  it('pays by a session that the payer’s page has filled', async () => {
    const turnpike = client(throughRig);
    const { session } = await turnpike.createSession();
    const page = new TurnpikeSession({
      ...{ origin: ORIGIN, merchantId: 'TESTSHOP', sessionId: session.id, fetch: throughRig },
    });
    await page.updateSession({ sourceOfFunds: sale.sourceOfFunds });
    const paid = await turnpike.pay(
      { orderId: newOrderId(), transactionId: '1' },
      { order: sale.order, session: { id: session.id } },
    );
    expect([paid.result, Object.keys(page)]).toEqual(['SUCCESS', []]);
    await expect(
      page.initiateAuthentication({ orderId: newOrderId(), transactionId: '1' }, {
        order: { currency: 'EUR' },
      } as never),
    ).rejects.toBeInstanceOf(GatewayError);
  });

  it('calls an older version, whose answer has its fields', async () => {
    const turnpike = new Turnpike({
      ...{ origin: ORIGIN, merchantId: 'TESTSHOP', password: PASSWORD, fetch: throughRig, version: 41 },
    });
    const { version } = await turnpike.pay({ orderId: newOrderId(), transactionId: '1' }, sale);
    expect(version).toBe('41');
  });

  it('throws the field that was refused, once', async () => {
    const fetch = vi.fn(throughRig);
    const wrong = { ...sale, order: { amount: '10.00', currency: 'EURO' } };
    const error = await client(fetch)
      .pay({ orderId: newOrderId(), transactionId: '1' }, wrong)
      .catch((one) => one);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({
      ...{ cause: 'INVALID_REQUEST', field: 'order.currency', validationType: 'INVALID', status: 400 },
      ...{ supportCode: expect.any(String), details: [{ field: 'order.currency' }] },
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('charges once if the answer to a payment is lost', async () => {
    const orderId = newOrderId();
    let calls = 0;
    const losing: Fetch = async (...call) => {
      calls += 1;
      const answer = await throughRig(...call);
      if (calls === 1) {
        throw new TypeError('fetch failed');
      }
      return answer;
    };
    const paid = await client(losing).pay({ orderId, transactionId: '1' }, sale);
    const order = await client(throughRig).retrieveOrder({ orderId });
    expect([calls, paid.result, order.totalCapturedAmount]).toEqual([2, 'SUCCESS', 10]);
  });

  it('retrieves a payment whose answers are all lost', async () => {
    const orderId = newOrderId();
    const losing: Fetch = async (url, init) => {
      const answer = await throughRig(url, init);
      if (init?.method === 'PUT') {
        throw new TypeError('fetch failed');
      }
      return answer;
    };
    const paid = await client(losing, { deadlineMs: 1 }).pay({ orderId, transactionId: '1' }, sale);
    expect([paid.result, paid.order.totalCapturedAmount]).toEqual(['SUCCESS', 10]);
  });
});

describe('repeats', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const answer = (status: number, body: object | string, headers: Record<string, string> = {}) =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  const busy = (headers = {}) => answer(503, { error: { cause: 'SERVER_BUSY', explanation: 'Busy.' } }, headers);
  const failed = () => answer(500, { error: { cause: 'SERVER_FAILED', explanation: 'Failed.' } });
  const proxy = (status: number) => answer(status, '<html>Bad gateway</html>');
  const lost = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } }));
  const refused = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
  const paid = () => answer(200, { result: 'SUCCESS' });
  const ok = () => answer(201, { session: { id: 'S' } });

  /** A server with these answers, in turn; the last one again and again. */
  const scripted = (...answers: readonly (() => Response | Promise<Response>)[]) => {
    let at = 0;
    return vi.fn<Fetch>(async () => {
      at += 1;
      return (answers[at - 1] ?? answers.at(-1)!)();
    });
  };
  const settled = async (given: Promise<unknown>) => {
    const result = given.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return result;
  };
  const put = (fetch: Fetch) => settled(client(fetch).pay(ids, sale));
  const post = (fetch: Fetch) => settled(client(fetch).createSession());

  it.each([
    ['no answer', lost],
    ['a refused connection', refused],
    ['SERVER_BUSY', busy],
    ['SERVER_FAILED', failed],
    ['the 502 of a proxy', () => proxy(502)],
    ['the 429 of a proxy', () => proxy(429)],
  ])('of a payment follow %s, with the same ids and body', async (_, first) => {
    const fetch = scripted(first, first, paid);
    expect(await put(fetch)).toMatchObject({ result: 'SUCCESS' });
    const calls = fetch.mock.calls.map(([url, init]) => [url, init?.method, init?.body]);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
    expect(calls.length).toBe(3);
  });

  it.each([
    ['no answer', lost, false],
    ['a refused connection', refused, true],
    ['SERVER_BUSY', busy, true],
    ['SERVER_FAILED', failed, false],
    ['the 502 of a proxy', () => proxy(502), false],
  ])('of a POST follow %s: %s', async (_, first, isRepeated) => {
    const fetch = scripted(first, ok);
    await post(fetch);
    expect(fetch).toHaveBeenCalledTimes(isRepeated ? 2 : 1);
  });

  it.each([400, 401, 403, 404, 413])('do not follow the status %s', async (status) => {
    const fetch = scripted(() => answer(status, { error: { cause: 'INVALID_REQUEST', explanation: 'No.' } }));
    expect(await put(fetch)).toMatchObject({ name: 'GatewayError', status });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('do not follow a certificate that is not trusted', async () => {
    const fetch = scripted(() =>
      Promise.reject(new TypeError('fetch failed', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })),
    );
    expect(await put(fetch)).toMatchObject({ name: 'NetworkError', isSent: false });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('wait as long as Retry-After asks, in seconds or as a date', async () => {
    const at: number[] = [];
    const begun = Date.now();
    const date = new Date(begun + 19_000).toUTCString();
    const fetch = scripted(
      () => busy({ 'retry-after': '7' }),
      () => busy({ 'retry-after': date }),
      paid,
    );
    fetch.mockImplementation(
      (
        (inner) =>
        async (...call: Parameters<Fetch>) => {
          at.push(Math.round((Date.now() - begun) / 1_000));
          return inner(...call);
        }
      )(fetch.getMockImplementation()!),
    );
    await put(fetch);
    expect([at.slice(0, 2), Math.abs((at[2] ?? 0) - 19) <= 1]).toEqual([[0, 7], true]);
  });

  it('are not made after a redirect, which sends nothing to the gateway', async () => {
    const location = 'https://pay.example/';
    const fetch = vi.fn<Fetch>(async () => new Response('<h1>Moved</h1>', { status: 301, headers: { location } }));
    const error = await settled(client(fetch).pay(ids, sale));
    expect(error).toMatchObject({ name: 'HttpError', status: 301, text: location });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('end at the deadline, also if the gateway asks for a longer pause', async () => {
    const fetch = scripted(() => busy({ 'retry-after': '3600' }));
    const error = await settled(client(fetch, { deadlineMs: 5_000 }).retrieveOrder({ orderId: 'O-1' }));
    expect(error).toMatchObject({ cause: 'SERVER_BUSY', retryAfterMs: 3_600_000 });
    expect(fetch).toHaveBeenCalledTimes(1);
    const unreachable = scripted(refused);
    expect(await settled(client(unreachable).pay(ids, sale))).toMatchObject({ isSent: false });
    const elsewhere = unreachable.mock.calls.some(([, init]) => init?.method !== 'PUT');
    expect([unreachable.mock.calls.length > 10, elsewhere]).toEqual([true, false]);
  });

  it('that all fail leave the outcome of a payment unknown, with its ids', async () => {
    const error = await put(scripted(lost));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ ...ids, cause: { name: 'NetworkError', isSent: true } });
  });

  it('end when the caller’s signal is aborted, with its reason', async () => {
    const controller = new AbortController();
    const fetch = scripted(busy);
    const call = client(fetch).retrieveOrder({ orderId: 'O-1' }, { signal: controller.signal });
    const ended = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error('the payer has left'));
    expect(await ended).toMatchObject({ message: 'the payer has left' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('report the answer of a proxy with its text', async () => {
    const error = await settled(client(scripted(() => proxy(403))).retrieveOrder({ orderId: 'O-1' }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 403, text: '<html>Bad gateway</html>' });
    expect([HttpError, GatewayError, NetworkError].every((one) => one.prototype instanceof TurnpikeError)).toBe(true);
  });

  it('of the outcome end once the result is final', async () => {
    const result = (value: string) => () => answer(200, { result: value });
    const fetch = scripted(result('PENDING'), result('UNKNOWN'), result('SUCCESS'));
    expect(await settled(client(fetch).outcome(ids, { deadlineMs: 60_000 }))).toEqual({ result: 'SUCCESS' });
    const open = scripted(result('PENDING'));
    expect(await settled(client(open).outcome(ids, { deadlineMs: 5_000 }))).toEqual({ result: 'PENDING' });
    expect([fetch.mock.calls.length, open.mock.calls.length]).toEqual([3, 3]);
    const controller = new AbortController();
    const left = client(scripted(result('PENDING'))).outcome(ids, { deadlineMs: 60_000, signal: controller.signal });
    const ended = left.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(new Error('the payer has left'));
    expect(await ended).toMatchObject({ message: 'the payer has left' });
  });
});

it('an origin that is none is refused at once, and not after two minutes of repeats', () => {
  for (const origin of ['', 'localhost:8080', 'pay.example', 'ftp://pay.example', 'https://', 'file:///']) {
    expect(() => new Turnpike({ origin, merchantId: 'SHOP', password: '' })).toThrow(TurnpikeError);
  }
});

it('an id that would change the address is refused before the call', async () => {
  const fetch = vi.fn<Fetch>();
  for (const orderId of ['', '.', '..', undefined as never]) {
    await expect(client(fetch).retrieveOrder({ orderId })).rejects.toBeInstanceOf(TurnpikeError);
  }
  expect(fetch).not.toHaveBeenCalled();
});

it('compiles only with the required fields of an operation in its version', () => {
  const newest = client(fetch);
  const oldest = new Turnpike({ origin: ORIGIN, merchantId: 'SHOP', password: '', version: 33 });
  const calls = () => {
    // @ts-expect-error nothing
    newest.pay(ids);
    // @ts-expect-error no amount
    newest.pay(ids, { order: { currency: 'EUR' }, sourceOfFunds: sale.sourceOfFunds });
    // @ts-expect-error no card
    newest.pay(ids, { order: sale.order });
    // @ts-expect-error a session without its id
    newest.pay(ids, { session: {} });
    // @ts-expect-error no such field
    newest.pay(ids, { ...sale, order: { ...sale.order, amuont: '1.00' } });
    // @ts-expect-error no such value
    newest.pay(ids, { ...sale, sourceOfFunds: { type: 'CHEQUE', provided: { card } } });
    // @ts-expect-error no month
    newest.pay(ids, { ...sale, sourceOfFunds: { provided: { card: { number: '5', expiry: { year: '39' } } } } });
    // @ts-expect-error no target
    newest.void(ids, {});
    // @ts-expect-error no amount
    newest.refund(ids, { transaction: { currency: 'EUR' } });
    // @ts-expect-error no operation
    newest.initiateCheckout({ order: { id: 'O', amount: '1.00', currency: 'EUR' } });
    // @ts-expect-error version 33 has no taxes of an order
    oldest.pay(ids, { ...sale, order: { ...sale.order, tax: [{ amount: '1.00' }] } });
    // @ts-expect-error version 33 has no such operation
    oldest.authenticatePayer(ids, sale);
    // @ts-expect-error no such version
    new Turnpike({ origin: ORIGIN, merchantId: 'SHOP', password: '', version: 13 });
    newest.pay(ids, { ...sale, order: { ...sale.order, tax: [{ amount: '1.00' }] } });
    newest.pay(ids, { session: { id: 'SESSION' } });
    newest.pay(ids, { order: sale.order, sourceOfFunds: { token: '9000000000000001' } });
    newest.updateAuthorization(ids);
    oldest.pay(ids, { order: sale.order });
    oldest.createCheckoutSession({ order: { id: 'O', amount: 10, currency: 'EUR' } });
  };
  expect(calls).toBeTypeOf('function');
});
