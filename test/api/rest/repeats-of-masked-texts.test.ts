/** Repeats of requests with card numbers in their texts, which are masked now and were not in earlier releases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from '../../../src/api/rest/rest-request.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { readGroup } from '../../../src/contract/read.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { bodyOf } from '../../contract/body.ts';
import { cardBody, merchant, payment, world } from '../../core/world.ts';
import { newOrderId, paying, type Rig, startRig } from './rig.ts';

const NUMBER = '5500005555555559';
/** Looks the same when masked. */
const OTHER = '5500000000085559';

const TEXTS = {
  order: { ...cardBody().order, customerNote: `as with ${NUMBER}`, custom: { [`card${NUMBER}`]: NUMBER } },
};

describe('a request stored by an earlier release', () => {
  const reading = { version: 100, loopbackUrls: false };
  const contract = OPERATIONS.AUTHORIZE.request;

  it('is answered as a repeat, and sends no payment', async () => {
    const { gateway, acquirer } = world();
    const body = bodyOf({ ...cardBody(), order: { ...TEXTS.order } });
    const asBefore = readGroup(contract, body, { ...reading, cardNumbersInText: 'KEEP' }).values;
    expect(JSON.stringify(asBefore)).toContain(`as with ${NUMBER}`);
    await execute(gateway, payment(undefined, { values: asBefore }));
    const { ignored: _ignored, ...read } = readBody(contract, body, { ...reading, operation: 'AUTHORIZE', merchant });
    expect(JSON.stringify(read.values)).not.toContain(NUMBER);
    expect(await execute(gateway, payment(undefined, read))).toMatchObject({ kind: 'DONE', repeated: true });
    expect(acquirer.requests).toHaveLength(1);
  });
});

describe('the input of a fingerprint', () => {
  const keptOf = (fields: object) =>
    JSON.stringify(
      readGroup(OPERATIONS.AUTHORIZE.request, bodyOf({ ...cardBody(), ...fields }), {
        version: 100,
        loopbackUrls: false,
        cardNumbersInText: 'KEEP',
      }).values,
    );

  it('has no track data, and no security code', () => {
    const card = { number: NUMBER, expiry: { month: '1', year: '39' }, nameOnCard: '987' };
    const kept = keptOf({
      order: { ...cardBody().order, customerNote: `;${NUMBER}=39012010000000001234?` },
      sourceOfFunds: { type: 'CARD', provided: { card } },
    });
    expect(kept).not.toContain('39012010');
    expect(kept).toContain('"nameOnCard":"xxx"');
  });
});

describe('over the API', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());

  it('the same text is a repeat, and a text that only looks the same when masked is refused', async () => {
    const order = newOrderId();
    const put = (number: string) =>
      rig.api(
        'PUT',
        `/order/${order}/transaction/1`,
        paying('PAY', { transaction: { merchantNote: `as with ${number}` } }),
      );
    const first = await put(NUMBER);
    const again = await put(NUMBER);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await put(OTHER)).status).toBe(400);
    expect(rig.host.ledger({ order })).toHaveLength(1);
    expect(first.text).not.toContain(NUMBER);
  });
});
