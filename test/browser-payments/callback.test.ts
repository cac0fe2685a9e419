/** Callbacks of a provider's server: genuine and for one of our payments, or refused with only a log line. */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDemoCallback } from '../../src/adapters/providers/demo/demo-callback.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { type Front, openFront } from './front.ts';
import { type Ground, openGround } from './ground.ts';
import { type InitiatedPayment, World } from './world.ts';

const SECRET = randomBytes(32).toString('hex');
const SUCCESS = '{"result":"SUCCESS"}';

let ground: Ground;
let world: World;
let other: World;
let front: Front;
let initiated: InitiatedPayment;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  world = new World(ground);
  other = new World(ground);
  for (const { provider } of [world, other]) {
    provider.callback = (raw, now) => readDemoCallback(raw, SECRET, now);
  }
  initiated = await world.initiate();
  front = await openFront(world);
  return () => front.close();
});

const claim = (more: object = {}) => ({
  reference: initiated.reference,
  state: 'DECIDED',
  order: initiated.orderId,
  amount: '12.00',
  currency: 'EUR',
  ...more,
});

interface Posting {
  readonly body?: string | Uint8Array;
  readonly secret?: string;
  /** The signature's timestamp, in milliseconds. */
  readonly at?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly provider?: string;
}

function post({ body = JSON.stringify(claim()), secret = SECRET, at = world.now(), headers, provider }: Posting = {}) {
  const seconds = Math.floor(at / SECOND_MS);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const signed = { 'x-provider-signature': `t=${seconds},v1=${signature}` };
  return front.call('POST', `/callback/${provider ?? world.provider.id}`, { headers: headers ?? signed, body });
}

const json = (more: object): Posting => ({ body: JSON.stringify(claim(more)) });
const withSignature = (signature: string): Posting => ({ headers: { 'x-provider-signature': signature } });

/** Each is built for the payment of the test. */
const REFUSED: readonly (readonly [string, number, () => Posting])[] = [
  ['without a signature', 403, () => ({ headers: {} })],
  ['with an empty signature', 403, () => withSignature('')],
  ['with a signature of another key', 403, () => ({ secret: randomBytes(32).toString('hex') })],
  [
    'with a signature of nothing',
    403,
    () => withSignature(`t=${Math.floor(world.now() / 1_000)},v1=${'0'.repeat(64)}`),
  ],
  ['with a signature of another form', 403, () => withSignature('sha256=abc')],
  ['six minutes old', 403, () => ({ at: world.now() - 6 * MINUTE_MS })],
  ['from six minutes ahead', 403, () => ({ at: world.now() + 6 * MINUTE_MS })],
  ['that is no JSON, well signed', 403, () => ({ body: '<html>' })],
  ['that is bytes at random, well signed', 403, () => ({ body: randomBytes(200) })],
  ['that is empty, well signed', 403, () => ({ body: '' })],
  ['that is an array, well signed', 403, () => ({ body: '[]' })],
  ['without an amount', 403, () => json({ amount: undefined })],
  ['with an amount that is none', 403, () => json({ amount: '12.001' })],
  ['with a currency that is none', 403, () => json({ currency: 'XXY' })],
  ['with another amount', 400, () => json({ amount: '0.01' })],
  ['with another currency', 400, () => json({ currency: 'USD' })],
  ['with the order of another payment', 400, () => json({ order: 'browser-order-0' })],
  ['of an unknown payment', 400, () => json({ reference: 'x'.repeat(16) })],
  ['with a reference that is a query', 400, () => json({ reference: "' or 1=1 --" })],
];

describe('a callback', () => {
  it.each(REFUSED)('%s is refused: %i', async (_what, status, posting) => {
    world.provider.stand(initiated.reference, 'APPROVED');
    const before = await ground.rows();
    const answer = await post(posting());
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer.text)).toMatchObject({ result: 'ERROR' });
    await world.question();
    expect(await ground.rows()).toEqual(before);
    expect(world.provider.calls.map(({ call }) => call)).toEqual(['create']);
    const { supportCode, explanation } = JSON.parse(answer.text).error;
    const logged = () =>
      front.logged.map((line) => JSON.parse(line)).filter((line) => line.supportCode === supportCode);
    await expect.poll(logged).toHaveLength(1);
    expect(logged()).toMatchObject([
      { status, provider: world.provider.id, from: '127.0.0.1', reason: explanation, msg: 'a callback was refused' },
    ]);
    expect(world.log.lines).toEqual([]);
    expect(JSON.stringify(world.log.lines) + front.logged.join('')).not.toContain(SECRET);
  });

  it('that is forged a hundred times gets twenty lines in the log, and one that counts the others', async () => {
    await Promise.all(Array.from({ length: 100 }, () => post({ headers: {} })));
    await front.app.close();
    const lines = front.logged.map((line) => JSON.parse(line));
    expect([lines.length, lines.at(-1).repeats, world.log.lines]).toEqual([21, 80, []]);
  });

  it.each([
    ['a merchant’s id', 'OTHERSHOP', 'OTHERSHOP'],
    ['no merchant’s id', 'a%0ab', '(no id)'],
    ['a card number', '5123450000000008', '(no id)'],
  ])(
    'that is forged with %s in its address gets a log line with that id, or without one',
    async (_what, sent, merchant) => {
      await post({ headers: {}, provider: `${world.provider.id}/${sent}` });
      const logged = () => front.logged.map((line) => JSON.parse(line));
      await expect.poll(logged).toMatchObject([{ status: 403, provider: world.provider.id, merchant }]);
    },
  );

  it('of one provider for a payment of another is refused', async () => {
    const theirs = await other.initiate();
    const before = await ground.rows();
    const answer = await post(json({ reference: theirs.reference, order: theirs.orderId }));
    expect(answer.status).toBe(400);
    expect(await ground.rows()).toEqual(before);
  });

  it.each(['nobody', '__proto__', '%2e%2e', 'a%2fb', 'x'.repeat(200)])(
    'of the provider %s has no address',
    async (id) => {
      const before = await ground.rows();
      const answer = await post({ provider: id });
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({ result: 'ERROR' });
      expect(await ground.rows()).toEqual(before);
    },
  );

  it('is answered at once, and the provider is queried afterwards', async () => {
    world.provider.stand(initiated.reference, 'DECLINED');
    const answer = await post(json({ state: 'DECIDED' }));
    expect([answer.status, answer.text]).toEqual([200, SUCCESS]);
    expect(world.provider.count('state')).toBe(0);
    await world.question();
    expect((await world.found(initiated.key)).transaction.outcome?.gatewayCode).toBe('DECLINED');
  });

  it('that reports a payment as paid changes only the timeline where the query says it is open', async () => {
    expect((await post(json({ state: 'APPROVED' }))).status).toBe(200);
    await world.question();
    const { transaction, order, events } = await world.found(initiated.key);
    expect([transaction.outcome?.gatewayCode, order.state.totalCaptured]).toEqual(['PENDING', 0n]);
    expect(events.map(({ kind, outcome }) => [kind, outcome])).toEqual(
      expect.arrayContaining([
        ['CALLED_BACK', 'APPROVED'],
        ['ASKED', 'OPEN'],
      ]),
    );
  });

  it.each([1, 2, 50])('repeated, %i times at once, is counted and changes the order once', async (copies) => {
    world.provider.stand(initiated.reference, 'APPROVED');
    const answers = await Promise.all(Array.from({ length: copies }, () => post()));
    expect(answers.map(({ status }) => status)).toEqual(Array(copies).fill(200));
    await world.question();
    const { order, events } = await world.found(initiated.key);
    expect(order.fence).toBe(2);
    expect(events.filter(({ kind }) => kind === 'CALLED_BACK')).toMatchObject([{ times: copies }]);
  });

  it('that comes before the answer to the initiation is accepted and processed', async () => {
    const made = Promise.withResolvers<void>();
    world.provider.held = (call) => (call === 'create' ? made.promise : undefined);
    const initiating = world.initiate({ orderId: 'early-callback' });
    await expect.poll(() => world.provider.payments.size).toBe(2);
    const reference = [...world.provider.payments.keys()].at(-1)!;
    world.provider.stand(reference, 'APPROVED');
    expect((await post(json({ reference, order: 'early-callback' }))).status).toBe(200);
    await world.question();
    made.resolve();
    const { key } = await initiating;
    await world.goTo(world.now() + 5 * SECOND_MS);
    const { transaction, events } = await world.found(key);
    expect(transaction.outcome?.gatewayCode).toBe('APPROVED');
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CALLED_BACK', 'INITIATED', 'COMPLETED']));
  });

  it('during a query is processed without waiting for the schedule', async () => {
    const answered = Promise.withResolvers<void>();
    world.provider.held = (call) => (call === 'state' ? answered.promise : undefined);
    world.pass(5 * SECOND_MS);
    const question = world.question();
    await expect.poll(() => world.provider.count('state')).toBe(1);
    world.pass(SECOND_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    expect((await post()).status).toBe(200);
    answered.resolve();
    await question;
    expect(await world.dueAt(initiated)).toBe(world.now());
    await world.question();
    expect((await world.found(initiated.key)).transaction.outcome?.gatewayCode).toBe('APPROVED');
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is read as bytes for any content type: %s',
    async (type) => {
      const body = JSON.stringify(claim());
      const seconds = Math.floor(world.now() / SECOND_MS);
      const signature = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
      const headers = { 'Content-Type': type, 'x-provider-signature': `t=${seconds},v1=${signature}` };
      expect((await post({ body, headers })).status).toBe(200);
    },
  );
});
