/** The required elements of a message, by its version, channel and category. */
import { expect, it } from 'vitest';
import { readMessage, type TableName } from '../../../src/sandbox/three-ds/messages/read.ts';
import { areqOf, IN_210, type Message, WITHOUT_PAYER } from './three-ds-server.ts';

const ID = '6c57c18f-e55b-4333-a991-460b04ee0730';
const IDS = { threeDSServerTransID: ID, acsTransID: ID, dsTransID: ID };
const NO_PURCHASE = {
  purchaseAmount: undefined,
  purchaseCurrency: undefined,
  purchaseExponent: undefined,
  purchaseDate: undefined,
};
const NO_AGREEMENT = { recurringExpiry: undefined, recurringFrequency: undefined };
const CARD_ALONE = { messageCategory: '02', ...NO_PURCHASE };

const areq = (more: object): Message =>
  areqOf({ url: 'https://a.example/r', notificationURL: 'https://a.example/n' }, more);
const withoutPayer = (more: object): Message => areq({ ...WITHOUT_PAYER, ...NO_AGREEMENT, ...more });
const cres = (more: object = {}): Message => ({ messageType: 'CRes', messageVersion: '2.2.0', ...IDS, ...more });
const rreq = (more: object): Message => ({
  messageType: 'RReq',
  messageVersion: '2.2.0',
  messageCategory: '01',
  ...IDS,
  transStatus: 'N',
  transStatusReason: '01',
  authenticationType: '02',
  ...more,
});
const rres = (more: object): Message => ({
  messageType: 'RRes',
  messageVersion: '2.2.0',
  ...IDS,
  resultsStatus: '01',
  ...more,
});

const APP = { deviceChannel: '01' };
const BROWSER = { deviceChannel: '02' };
const NOBODY = { deviceChannel: '03' };
const APP_RESULT = { sdkTransID: ID, acsRenderingType: {}, interactionCounter: '01' };
const PURCHASE = 'purchaseAmount,purchaseCurrency,purchaseExponent,purchaseDate';
const AGREEMENT = 'recurringExpiry,recurringFrequency';

it.each<[what: string, name: TableName, message: Message, context: object, missing: string | undefined]>([
  ['2.1.0 without a payer, of a payment', 'AReq', withoutPayer({ ...IN_210, ...NO_PURCHASE }), {}, undefined],
  ['2.1.0 without a payer, recurring', 'AReq', withoutPayer({ ...IN_210, ...CARD_ALONE }), {}, undefined],
  [
    '2.1.0 without a payer, instalments',
    'AReq',
    withoutPayer({ ...IN_210, ...CARD_ALONE, threeRIInd: '02' }),
    {},
    undefined,
  ],
  ['2.2.0 without a payer, of a payment', 'AReq', withoutPayer({ ...NO_PURCHASE, threeRIInd: '05' }), {}, PURCHASE],
  ['2.2.0 without a payer, recurring', 'AReq', withoutPayer(CARD_ALONE), {}, `${PURCHASE},${AGREEMENT}`],
  [
    '2.2.0 without a payer, with an element of another channel',
    'AReq',
    withoutPayer({ ...CARD_ALONE, threeRIInd: '05', threeDSRequestorAuthenticationInd: '02' }),
    {},
    undefined,
  ],
  ['2.2.0 without a payer, a billing agreement', 'AReq', withoutPayer({ threeRIInd: '12' }), {}, undefined],
  [
    '2.1.0 by a browser, recurring',
    'AReq',
    areq({ ...IN_210, ...CARD_ALONE, threeDSRequestorAuthenticationInd: '02' }),
    {},
    `${PURCHASE},${AGREEMENT}`,
  ],
  ['of a payment', 'CRes', cres(), { messageCategory: '01' }, 'transStatus'],
  ['of no payment', 'CRes', cres(), { messageCategory: '02' }, undefined],
  ['2.1.0 by an app', 'RReq', rreq({ messageVersion: '2.1.0', ...APP_RESULT, sdkTransID: undefined }), APP, undefined],
  ['2.2.0 by an app', 'RReq', rreq({ ...APP_RESULT, sdkTransID: undefined }), APP, 'sdkTransID'],
  ['2.1.0 by an app, bare', 'RReq', rreq({ messageVersion: '2.1.0' }), APP, 'acsRenderingType,interactionCounter'],
  ['2.2.0 by an app, decoupled', 'RReq', rreq({ sdkTransID: ID, authenticationType: '04' }), APP, undefined],
  ['by a browser', 'RReq', rreq({}), BROWSER, 'interactionCounter'],
  ['by a browser, decoupled', 'RReq', rreq({ authenticationType: '04' }), BROWSER, undefined],
  ['without a payer', 'RReq', rreq({ transStatus: 'A', authenticationType: undefined, ...proof() }), NOBODY, undefined],
  ['timed out', 'RReq', rreq({ transStatusReason: '14', interactionCounter: '00' }), BROWSER, 'challengeCancel'],
  ['2.1.0 by an app', 'RRes', rres({ messageVersion: '2.1.0' }), APP, undefined],
  ['2.2.0 by an app', 'RRes', rres({}), APP, 'sdkTransID'],
])('%s: %s', (_, name, message, context, missing) => {
  const { fault } = readMessage(JSON.stringify(message), [name], context);
  const sorted = (text: string | undefined) => text?.split(',').sort();
  expect(fault?.code).toBe(missing && '201');
  expect(sorted(fault?.detail)).toEqual(sorted(missing));
});

it.each(['E', 'P', 'R', 'U'])('an AReq has no whiteListStatus %s, which only an issuer sends', (whiteListStatus) => {
  const status = { whiteListStatus, whiteListStatusSource: '01' };
  expect(readMessage(JSON.stringify(areq(status)), ['AReq']).fault).toEqual({ code: '203', detail: 'whiteListStatus' });
  expect(
    readMessage(JSON.stringify(rreq({ interactionCounter: '01', ...status })), ['RReq'], BROWSER).fault,
  ).toBeUndefined();
});

it('a browser’s CRes does not have challengeCompletionInd, and its AReq does not have broadInfo', () => {
  const { unknown } = readMessage(JSON.stringify(cres({ transStatus: 'Y', challengeCompletionInd: 'Y' })), ['CRes']);
  expect(unknown).toContain('challengeCompletionInd');
  expect(readMessage(JSON.stringify(areq({ broadInfo: { a: '1' } })), ['AReq']).unknown).toEqual([]);
});

function proof(): object {
  return { transStatusReason: undefined, authenticationValue: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=' };
}
