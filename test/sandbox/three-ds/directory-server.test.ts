/** The directory servers over HTTPS: access, card ranges, and error codes. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { luhn } from '../../../src/contract/card-rules.ts';
import { TestAuthority } from '../../../src/platform/x509/index.ts';
import { initialRanges, rangeOf, SPECIAL } from '../../../src/sandbox/three-ds/directory-server/card-ranges.ts';
import { type Scheme, schemeOf } from '../../../src/sandbox/three-ds/directory-server/schemes.ts';
import { rigWith } from './rig.ts';
import { areqOf, IN_210, type Message, postMessage, preqOf, WITHOUT_PAYER } from './three-ds-server.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the endpoint', () => {
  it('is closed to a client without a certificate, or with one of another authority', async () => {
    const { started } = await rigWith();
    const { ca } = started.certificates;
    const foreign = new TestAuthority('Sandbox 3DS Authority').issueClient('Turnpike 3DS Server');
    const url = `${started.api}/visa`;
    await expect(postMessage(url, preqOf(), { ca })).rejects.toThrow();
    await expect(postMessage(url, preqOf(), { ca, certificate: foreign })).rejects.toThrow();
    expect(started.threeDS.ledger.messages.all()).toEqual([]);
  });

  it('is closed to all while the directory servers are away', async () => {
    const { post, control } = await rigWith();
    await control('PUT', '/settings', { isAway: true });
    await expect(post('visa', preqOf())).rejects.toThrow();
    await control('PUT', '/settings', { isAway: false });
    expect((await post('visa', preqOf())).message).toMatchObject({ messageType: 'PRes' });
  });

  it('shows another certificate where a tester sets it, which no caller should trust', async () => {
    const { post, control } = await rigWith();
    await control('PUT', '/settings', { hasForeignCertificate: true });
    await expect(post('visa', preqOf())).rejects.toThrow(/certificate/);
    await control('PUT', '/settings', { hasForeignCertificate: false });
    expect((await post('visa', preqOf())).message).toMatchObject({ messageType: 'PRes' });
  });
});

describe('PReq', () => {
  it.each([
    ['visa', 'A000000003', '4000000000000002'],
    ['mastercard', 'A000000004', '5123450000000008'],
    ['amex', 'A000000025', '345678901234564'],
    ['discover', 'A000000152', '6011000990099818'],
    ['jcb', 'A000000065', '3528000000000007'],
  ])('%s lists ranges that hold its cards and overlap nowhere', async (scheme, rid, card) => {
    const { post, control, started } = await rigWith();
    const { message = {} } = await post(scheme, preqOf());
    expect(message).toMatchObject({ messageType: 'PRes', serialNum: '1', dsTransID: expect.stringMatching(UUID) });
    const ranges: Message[] = message.cardRangeData;
    const holding = ranges.filter((one) => one.startRange <= card && card <= one.endRange);
    expect(holding).toMatchObject([
      {
        actionInd: 'A',
        acsStartProtocolVersion: '2.1.0',
        acsEndProtocolVersion: '2.2.0',
        dsStartProtocolVersion: '2.1.0',
        dsEndProtocolVersion: '2.2.0',
        threeDSMethodURL: `${started.control}/acs/method`,
      },
    ]);
    ranges.reduce((before, one) => {
      expect(one.startRange > before.endRange && one.startRange <= one.endRange).toBe(true);
      return one;
    });
    const servers = (await control('GET', '/directory-servers')) as unknown as { id: string; rid: string }[];
    expect(servers.find(({ id }) => id === scheme)?.rid).toBe(rid);
  });

  it('marks special ranges as special, and leaves one out', async () => {
    const { post, started } = await rigWith();
    const { message = {} } = await post('visa', preqOf());
    const at = (digit: number) =>
      (message.cardRangeData as Message[]).find(({ startRange }) => startRange === `40055${digit}`.padEnd(16, '0'));
    expect(at(0)).not.toHaveProperty('threeDSMethodURL');
    expect(at(1)?.threeDSMethodURL).toBe(`${started.control}/acs/method/endless`);
    expect(at(2)?.acsEndProtocolVersion).toBe('2.1.0');
    expect(at(3)?.acsStartProtocolVersion).toBe('2.2.0');
    expect(at(4)?.acsEndProtocolVersion).toBe('2.3.1');
    const [left] = ['4005550000000001'];
    const holding = (message.cardRangeData as Message[]).filter(
      ({ startRange, endRange }) => startRange <= (left ?? '') && (left ?? '') <= endRange,
    );
    expect(holding).toEqual([]);
  });

  it('is answered with the changes since the caller’s serial number', async () => {
    const { post, control } = await rigWith();
    const range = { startRange: '9700000000000000', endRange: '9700000000999999' };
    const change = (...changes: object[]) => control('PUT', '/directory-servers/visa/ranges', changes);
    expect(await change({ action: 'A', ...range })).toEqual({ serialNum: '2' });
    await change({ action: 'M', ...range, method: 'NONE' });
    const since = async (serialNum: string, more: object = {}) =>
      (await post('visa', preqOf({ serialNum, ...more }))).message;
    expect(await since('1')).toMatchObject({ serialNum: '3', cardRangeData: [{ ...range, actionInd: 'A' }] });
    expect(await since('2')).toMatchObject({ serialNum: '3', cardRangeData: [{ ...range, actionInd: 'M' }] });
    expect(await since('2', { messageVersion: '2.1.0' })).toMatchObject({
      cardRangeData: [
        { ...range, actionInd: 'D' },
        { ...range, actionInd: 'A' },
      ],
    });
    await change({ action: 'D', ...range });
    expect(await since('3')).toMatchObject({ serialNum: '4', cardRangeData: [{ ...range, actionInd: 'D' }] });
    expect(await since('1')).not.toHaveProperty('cardRangeData');
    expect(await since('4')).not.toHaveProperty('cardRangeData');
  });

  it.each(['0', '2', 'x', '1.5'])('with serial number %s, which was never given, is Erro 307', async (serialNum) => {
    const { post } = await rigWith();
    expect((await post('visa', preqOf({ serialNum }))).message).toMatchObject({
      messageType: 'Erro',
      errorCode: '307',
      errorComponent: 'D',
      errorMessageType: 'PReq',
      errorDetail: 'serialNum',
    });
  });
});

it('the directory server has the special cards that the guide lists, each in its range', () => {
  const guide = readFileSync(new URL('../../../docs/guide/sandbox.md', import.meta.url), 'utf8');
  const rows = guide.matchAll(
    /^\| (no method|endless method|2\.1\.0 alone|2\.2\.0 alone|up to 2\.3\.1|no part) +\|(.*)\|$/gm,
  );
  const listed = [...rows].map(([, , cards = '']) => cards.split('|').map((card) => card.trim()));
  const order = ['visa', 'mastercard', 'amex', 'discover', 'jcb'];
  const found = listed.map((cards) =>
    cards.map((card, column) => rangeOf(initialRanges(schemeOf(order[column] ?? '') as Scheme), card)),
  );
  expect(listed.flat().every((card) => luhn(card))).toBe(true);
  expect(found).toEqual(
    Object.values(SPECIAL).map((change) =>
      order.map(() => (change === null ? undefined : expect.objectContaining(change))),
    ),
  );
});

describe('a message that cannot be used', () => {
  const ok = areqOf({ url: 'https://server.example/results', notificationURL: 'https://server.example/home' });
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(ok).filter(([name]) => !names.includes(name)));
  const extension = (criticalityIndicator: boolean) => ({
    messageExtension: [{ name: 'New', id: 'A000000999-7', criticalityIndicator, data: { a: '1' } }],
  });

  it.each<[code: string, detail: string, message: object | string]>([
    ['101', 'not JSON', '{"messageType":"AReq"'],
    ['101', 'not JSON', '[]'],
    ['101', 'messageType', { ...ok, messageType: 'CReq' }],
    ['101', 'messageType', { ...ok, messageType: 'ARes' }],
    ['102', '2.1.0,2.2.0', { ...ok, messageVersion: '2.3.1' }],
    ['102', '2.1.0,2.2.0', { ...ok, messageVersion: '1.0.2' }],
    ['201', 'messageVersion', without('messageVersion')],
    ['201', 'acctNumber,purchaseAmount', without('acctNumber', 'purchaseAmount')],
    ['201', 'browserScreenHeight', without('browserScreenHeight')],
    ['201', 'threeDSServerURL', without('threeDSServerURL')],
    ['201', 'threeDSServerURL', { ...ok, ...IN_210, threeDSServerURL: undefined }],
    ['201', 'threeDSServerURL', { ...ok, ...WITHOUT_PAYER, threeDSServerURL: undefined }],
    ['201', 'threeDSRequestorDecMaxTime', { ...ok, threeDSRequestorDecReqInd: 'Y' }],
    [
      '201',
      'purchaseInstalData,recurringExpiry,recurringFrequency',
      { ...ok, threeDSRequestorAuthenticationInd: '03' },
    ],
    ['201', 'mobilePhone.subscriber', { ...ok, mobilePhone: { cc: '49' } }],
    ['202', 'A000000999-7', { ...ok, ...extension(true) }],
    ['203', 'acctNumber', { ...ok, acctNumber: '51234' }],
    ['203', 'browserJavaEnabled', { ...ok, browserJavaEnabled: 'true' }],
    ['203', 'merchantName', { ...ok, merchantName: 'x'.repeat(41) }],
    ['203', 'merchantName', { ...ok, merchantName: '' }],
    ['203', 'cardholderName', { ...ok, cardholderName: 'Łukasz Żółć' }],
    ['203', 'cardholderName', { ...ok, cardholderName: 'A' }],
    ['203', 'threeDSServerTransID', { ...ok, threeDSServerTransID: 'one' }],
    ['203', 'acctInfo.chAccDate', { ...ok, acctInfo: { chAccDate: '20261301' } }],
    ['203', 'notificationURL', { ...ok, notificationURL: `https://shop.example/${'x'.repeat(256)}` }],
    ['204', 'mcc', JSON.stringify(ok).replace('{', '{"mcc":"5999",')],
    ['304', 'purchaseCurrency', { ...ok, purchaseCurrency: '999' }],
    ['304', 'merchantCountryCode', { ...ok, merchantCountryCode: '901' }],
    ['305', 'acctNumber', { ...ok, acctNumber: '4005550000000001' }],
    ['305', 'acctNumber', { ...ok, acctNumber: '4000000000000002' }],
    ['306', 'mcc', { ...ok, mcc: '0000' }],
    ['102', '2.1.0', { ...ok, acctNumber: '5205520000000000' }],
    ['102', '2.2.0', { ...ok, ...IN_210, acctNumber: '5205530000000000' }],
  ])('earns Erro %s for %s', async (errorCode, errorDetail, message) => {
    const { post, violations } = await rigWith();
    const { status, message: erro } = await post('mastercard', message);
    expect(status).toBe(200);
    expect(erro).toMatchObject({ messageType: 'Erro', errorCode, errorDetail, errorComponent: 'D' });
    expect((await violations()).received).toEqual([
      { of: expect.any(String), problems: [`${errorCode}: ${errorDetail}`] },
    ]);
  });

  it('earns Erro 305 where the transaction was asked for before', async () => {
    const { ask } = await rigWith();
    const threeDSServerTransID = randomUUID();
    expect(await ask({ threeDSServerTransID })).toMatchObject({ messageType: 'ARes' });
    expect(await ask({ threeDSServerTransID })).toMatchObject({ errorCode: '305', threeDSServerTransID });
  });

  it('earns Erro 303 where no directory server is', async () => {
    const { post } = await rigWith();
    expect((await post('nobody', preqOf())).message).toMatchObject({ messageType: 'Erro', errorCode: '303' });
    expect((await post('visa/other', preqOf())).message).toMatchObject({ messageType: 'Erro', errorCode: '303' });
  });

  it('is accepted with an extension that is not critical, or an unknown element', async () => {
    const { ask, control } = await rigWith();
    expect(await ask({ ...extension(false), other: 'this', acctInfo: { more: '1' } })).toMatchObject({
      messageType: 'ARes',
    });
    expect((await control('GET', '/violations')).unknownElements).toEqual([
      { of: 'AReq', problems: ['acctInfo.more', 'other'] },
    ]);
  });

  it('of the caller’s own, an Erro, is stored and not answered', async () => {
    const { post, started } = await rigWith();
    const erro = {
      messageType: 'Erro',
      messageVersion: '2.2.0',
      errorCode: '203',
      errorComponent: 'S',
      errorDescription: 'Not as it should be',
      errorDetail: 'transStatus',
      errorMessageType: 'ARes',
    };
    expect(await post('visa', erro)).toMatchObject({ status: 200, text: '' });
    expect(started.threeDS.ledger.messages.all({ type: 'Erro' })).toHaveLength(1);
  });
});

it('the directory server reads an AReq of 2.1.0, of one without script, and of one without a payer', async () => {
  const { ask } = await rigWith();
  const withoutScript = {
    browserJavascriptEnabled: false,
    browserJavaEnabled: undefined,
    browserColorDepth: undefined,
    browserScreenHeight: undefined,
    browserScreenWidth: undefined,
    browserTZ: undefined,
  };
  for (const more of [IN_210, withoutScript, WITHOUT_PAYER]) {
    expect(await ask({ ...more, acctNumber: '5123456789012346' })).toMatchObject({ transStatus: 'Y' });
  }
  expect(await ask({ ...IN_210, browserTZ: undefined })).toMatchObject({ errorCode: '201', errorDetail: 'browserTZ' });
});
