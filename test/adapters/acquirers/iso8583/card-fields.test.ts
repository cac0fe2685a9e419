import { describe, expect, it, vi } from 'vitest';
import { putCardPresent } from '../../../../src/adapters/acquirers/iso8583/card-fields.ts';
import { decodeAdditionalData } from '../../../../src/adapters/acquirers/iso8583/message/additional-data.ts';
import type { IsoFields } from '../../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { Secret } from '../../../../src/contract/secret.ts';
import type { CardPresentData } from '../../../../src/core/ports/index.ts';
import { adviceOn, authorization } from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

const TRACK_2 = '5123450000000008=39012010000012345678';
const TRACK_1 = 'B5123450000000008^DOE/JANE^3901201000000000000000000000000';
function cardPresentFields(data?: CardPresentData): IsoFields {
  const fields: IsoFields = {};
  putCardPresent(fields, data);
  return fields;
}

const ICC = '9F2608A1B2C3D4E5F607089F360200019505000000000082025800';

describe('the card fields of a terminal', () => {
  it('are sent with a request and with an advice', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link, log } = linkTo(peer.url);
    const cardPresent = {
      entryMode: '051',
      sequenceNumber: '7',
      track2: new Secret(TRACK_2),
      track1: new Secret(TRACK_1),
      icc: new Secret(ICC),
    };
    await link.request(authorization({ cardPresent, source: 'CARD_PRESENT' }));
    await link.advise(adviceOn(authorization(), 'VOID', { cardPresent }), false);
    const fields = { 22: '051', 23: '007', 35: TRACK_2, 45: TRACK_1, 55: ICC };
    expect(peer.payments().map(({ message }) => message.fields)).toMatchObject([fields, fields]);
    expect(JSON.stringify(log.lines)).not.toMatch(/5123450000000008|9F2608/);
  });

  it('mark the number as on file where the merchant stored it before, with the kind of its agreement', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    const transactionIdentifier = '000000000000007';
    await link.request(authorization({ storedDetails: { kept: 'FROM_NOW', agreement: 'INSTALLMENT' } }));
    await link.request(
      authorization({ storedDetails: { kept: 'BEFORE', agreement: 'RECURRING', transactionIdentifier } }),
    );
    await link.request(authorization({ storedDetails: { kept: 'BEFORE', agreement: 'UNSCHEDULED' } }));
    expect(
      peer.payments().map(({ message: { fields } }) => {
        const { posEnvironment, originalIdentifier } = decodeAdditionalData(fields[48] ?? '');
        return [fields[22], posEnvironment, originalIdentifier];
      }),
    ).toEqual([
      ['012', 'I', undefined],
      ['102', 'R', transactionIdentifier],
      ['102', 'C', undefined],
    ]);
  });

  it('give entry mode 012, a keyed number, without terminal data', () => {
    expect(cardPresentFields()).toEqual({ 22: '012' });
    expect(cardPresentFields({})).toEqual({ 22: '012' });
  });

  it.each([
    ['neither sentinels nor check character', TRACK_2],
    ['both sentinels', `;${TRACK_2}?`],
    ['both sentinels and the check character', `;${TRACK_2}?4`],
    ['the end sentinel alone', `${TRACK_2}?`],
    ['the start sentinel alone', `;${TRACK_2}`],
  ])('have track 2 in the standard’s format, given with %s', (_, text) => {
    expect(cardPresentFields({ track2: new Secret(text) })[35]).toBe(TRACK_2);
  });

  it('have track 1 in the standard’s format', () => {
    expect(cardPresentFields({ track1: new Secret(`%${TRACK_1}?Z`) })[45]).toBe(TRACK_1);
    expect(cardPresentFields({ track1: new Secret(TRACK_1) })[45]).toBe(TRACK_1);
  });

  it('are refused where invalid, without their value in the error', async () => {
    const peer = await peerWith();
    const { link, log } = linkTo(peer.url);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const given = [
      { track2: new Secret(`5123450000000008=${'1'.repeat(21)}`) },
      { track2: new Secret('5123450000000008^3901') },
      { track1: new Secret('B'.repeat(77)) },
      { icc: new Secret('9F26 08') },
      { entryMode: '0512' },
      { sequenceNumber: '1000' },
    ];
    for (const cardPresent of given) {
      expect(await link.request(authorization({ cardPresent }))).toEqual({ status: 'NOT_SENT' });
    }
    expect(log.lines.filter(({ level }) => level === 'error').map(({ about }) => about)).toEqual([
      { fault: 'FIELD_LENGTH', field: 35 },
      { fault: 'FIELD_FORMAT', field: 35 },
      { fault: 'FIELD_LENGTH', field: 45 },
      { fault: 'FIELD_FORMAT', field: 55 },
      { fault: 'FIELD_LENGTH', field: 22 },
      { fault: 'FIELD_LENGTH', field: 23 },
    ]);
    expect(peer.payments()).toEqual([]);
  });
});
