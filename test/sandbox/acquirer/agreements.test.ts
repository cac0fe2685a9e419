/** The host's checks of payments with cards on file, by the id that it gave the payment with the payer's agreement. */
import { describe, expect, it } from 'vitest';
import type { StoredDetails } from '../../../src/core/ports/index.ts';
import { authorization, card, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { codeOf, connected, movementsOf } from './rig.ts';

const APPROVED = '00';
const NOT_PERMITTED = '57';

const FIRST = { kept: 'FROM_NOW', agreement: 'RECURRING' } as const satisfies StoredDetails;

const first = (given = {}) => authorization({ kind: 'PAYMENT', storedDetails: FIRST, ...given });
const following = (transactionIdentifier: string | undefined, given = {}) =>
  authorization({
    kind: 'PAYMENT',
    source: 'MERCHANT',
    storedDetails: {
      kept: 'BEFORE',
      agreement: 'RECURRING',
      ...(transactionIdentifier !== undefined && { transactionIdentifier }),
    },
    ...given,
  });

async function agreed(given = {}) {
  const { host, link } = await connected();
  const request = first(given);
  const { transactionIdentifier: id = '' } = replyOf(await link.request(request));
  return { host, link, id, request };
}

describe('a merchant-initiated payment', () => {
  it('is approved under the id of the payment by which the payer agreed, any number of times', async () => {
    const { link, id } = await agreed();
    expect(await codeOf(link.request(following(id)))).toBe(APPROVED);
    expect(await codeOf(link.request(following(id, { instrument: card('1144') })))).toBe(APPROVED);
  });

  it('is declined under an id that the host never gave, and moves nothing', async () => {
    const { host, link, id } = await agreed();
    const other = String(Number(id) + 1).padStart(15, '0');
    for (const wrong of [other, id.slice(1), 'NOT AN ID', '999999999999999', undefined]) {
      expect([wrong, await codeOf(link.request(following(wrong)))]).toEqual([wrong, NOT_PERMITTED]);
    }
    expect(movementsOf(host).filter((one) => one.endsWith('APPROVED'))).toEqual(['PAYMENT 12.00 APPROVED']);
  });

  it('is declined under the id of another merchant’s payment', async () => {
    const { link, id } = await agreed({ merchantId: 'OTHERSHOP' });
    expect(await codeOf(link.request(following(id)))).toBe(NOT_PERMITTED);
  });

  it('is declined under the id of a payment without an agreement', async () => {
    const { link } = await connected();
    const { transactionIdentifier } = replyOf(await link.request(authorization({ kind: 'PAYMENT' })));
    expect(await codeOf(link.request(following(transactionIdentifier)))).toBe(NOT_PERMITTED);
  });

  it('is declined under the id of a payment that was declined or reversed', async () => {
    const declined = await agreed({ instrument: card('0539') });
    expect(declined.id).not.toBe('');
    expect(await codeOf(declined.link.request(following(declined.id)))).toBe(NOT_PERMITTED);
    const reversed = await agreed();
    await reversed.link.reverse(reversalOf(reversed.request), false);
    expect(await codeOf(reversed.link.request(following(reversed.id)))).toBe(NOT_PERMITTED);
  });

  it('is unchanged without a card on file', async () => {
    const { link } = await connected();
    expect(await codeOf(link.request(authorization({ kind: 'PAYMENT', source: 'MERCHANT' })))).toBe(APPROVED);
  });
});

it('a payer’s payment with the card on file names no earlier payment', async () => {
  const { link } = await agreed();
  const storedDetails = { kept: 'BEFORE' } as const;
  expect(await codeOf(link.request(authorization({ kind: 'PAYMENT', storedDetails })))).toBe(APPROVED);
});
