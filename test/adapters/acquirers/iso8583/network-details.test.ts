import { describe, expect, it } from 'vitest';
import { readReply } from '../../../../src/adapters/acquirers/iso8583/reply.ts';
import { authorization, replyOf } from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

const EVERYTHING = [
  'TI015000000000000042',
  'VC0040A1Z',
  'FN003SN5',
  'CL001B',
  'CC001N',
  'CI001R',
  'MS001B',
  'RA001W',
  'PD012100050100010',
  'PS020W0000000000000420A1Z',
  'TQ0021 ',
  'MA00203',
  'SE001Y',
  'VP0012',
].join('');

describe('the card network’s data in an answer', () => {
  it('is read into the authorizationResponse group', () => {
    expect(readReply({}, { 39: '05', 48: EVERYTHING })).toMatchObject({
      transactionIdentifier: '000000000000042',
      validationCode: '0A1Z',
      financialNetworkCode: 'SN5',
      cardLevelIndicator: 'B',
      commercialCard: 'NOT_A_COMMERCIAL_CARD',
      commercialCardIndicator: 'CORPORATE_CARD',
      marketSpecificData: 'B',
      returnAci: 'W',
      posData: '100050100010',
      paySvcData: 'W0000000000000420A1Z',
      trackQuality: '1 ',
      merchantAdviceCode: '03',
      cardSecurityCodeError: 'Y',
      vpasResponse: '2',
    });
  });

  it.each([
    ['C', 'COMMERCIAL_CARD'],
    ['N', 'NOT_A_COMMERCIAL_CARD'],
    ['U', 'UNDETERMINED'],
    ['?', undefined],
  ])('names a commercial card with letter %s', (letter, name) => {
    expect(readReply({}, { 39: '00', 48: `CC001${letter}` }).commercialCard).toBe(name);
  });

  it.each([
    ['012', '051', 'Y'],
    ['012', '012', undefined],
    ['012', undefined, undefined],
    [undefined, '012', undefined],
  ])('compares an entry mode sent as %s with the answer’s %s: changed %s', (sent, answered, changed) => {
    expect(readReply({ 22: sent }, { 22: answered, 39: '00' }).posEntryModeChanged).toBe(changed);
  });

  it.each(['??', 'ZZ001A', 'TI016', 'TI01600000000000000420', 'FN001%'])(
    'is left out where it cannot be read (%j), and the outcome stays',
    async (garbled) => {
      const peer = await peerWith({ onPayment: ({ reply }) => reply({ 38: '123456', 39: '00', 48: garbled }) });
      const { link } = linkTo(peer.url);
      const reply = replyOf(await link.request(authorization()));
      expect(reply).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: '123456' });
      expect(reply).not.toHaveProperty('transactionIdentifier');
    },
  );
});
