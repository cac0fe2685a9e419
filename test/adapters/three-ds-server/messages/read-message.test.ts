import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { erroOf } from '../../../../src/adapters/three-ds-server/messages/erro.ts';
import { readMessage } from '../../../../src/adapters/three-ds-server/messages/read-message.ts';
import { type MessageType, TABLES } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';
import { writeMessage } from '../../../../src/adapters/three-ds-server/messages/write-message.ts';
import { bytesOf, fullMessage, type Members } from './samples.ts';

const ALL = Object.keys(TABLES) as MessageType[];
const CARD = '4012000000001006';
const ARES = fullMessage({ type: 'ARes', version: '2.2.0', channel: '02', category: '01' });

const refused = (bytes: Uint8Array) => {
  const read = readMessage(bytes, { types: ['ARes'] });
  if (read.ok) {
    throw new Error('It is sound.');
  }
  return read;
};

type Without = [
  type: MessageType,
  version: '2.1.0' | '2.2.0',
  channel: '01' | '02' | '03',
  category: '01' | '02',
  field: string,
  said: '201' | 'sound',
  more?: object,
];

describe('a message without a field', () => {
  it.each<Without>([
    ['AReq', '2.1.0', '01', '01', 'threeDSServerURL', '201'],
    ['AReq', '2.1.0', '02', '01', 'threeDSServerURL', '201'],
    ['AReq', '2.1.0', '02', '02', 'threeDSServerURL', '201'],
    ['AReq', '2.1.0', '03', '01', 'threeDSServerURL', 'sound'],
    ['AReq', '2.1.0', '03', '02', 'threeDSServerURL', 'sound'],
    ['AReq', '2.2.0', '02', '01', 'threeDSServerURL', '201'],
    ['AReq', '2.2.0', '03', '01', 'threeDSServerURL', '201'],
    ['AReq', '2.2.0', '03', '02', 'threeDSServerURL', '201'],
    ['AReq', '2.1.0', '02', '01', 'purchaseDate', '201'],
    ['AReq', '2.1.0', '03', '01', 'purchaseDate', 'sound'],
    ['AReq', '2.2.0', '03', '01', 'purchaseDate', '201'],
    ['AReq', '2.1.0', '02', '02', 'purchaseAmount', 'sound'],
    ['AReq', '2.1.0', '02', '02', 'purchaseAmount', '201', { threeDSRequestorAuthenticationInd: '02' }],
    ['AReq', '2.1.0', '03', '02', 'purchaseAmount', 'sound', { threeRIInd: '01' }],
    ['AReq', '2.2.0', '03', '02', 'purchaseAmount', '201', { threeRIInd: '01' }],
    // A field of another channel has no effect.
    ['AReq', '2.1.0', '03', '02', 'purchaseAmount', 'sound', { threeDSRequestorAuthenticationInd: '02' }],
    [
      ...(['AReq', '2.2.0', '03', '02', 'purchaseAmount', 'sound'] as const),
      { threeRIInd: '05', threeDSRequestorAuthenticationInd: '02' },
    ],
    ['AReq', '2.1.0', '01', '01', 'sdkEncData', '201'],
    ['AReq', '2.2.0', '01', '02', 'sdkEncData', '201'],
    ['CRes', '2.1.0', '02', '01', 'transStatus', '201'],
    ['CRes', '2.2.0', '02', '01', 'transStatus', '201'],
    ['CRes', '2.1.0', '02', '02', 'transStatus', 'sound'],
    ['CRes', '2.2.0', '02', '02', 'transStatus', 'sound'],
    ['RReq', '2.1.0', '01', '01', 'sdkTransID', 'sound'],
    ['RReq', '2.2.0', '01', '01', 'sdkTransID', '201'],
    ['RRes', '2.1.0', '01', '01', 'sdkTransID', 'sound'],
    ['RRes', '2.2.0', '01', '01', 'sdkTransID', '201'],
    ['RReq', '2.1.0', '01', '01', 'acsRenderingType', '201'],
    ['RReq', '2.2.0', '01', '01', 'acsRenderingType', 'sound'],
    ['RReq', '2.1.0', '02', '01', 'interactionCounter', '201'],
    ['RReq', '2.1.0', '03', '01', 'interactionCounter', 'sound'],
  ])('%s of version %s, channel %s and category %s, %s: %s', (type, version, channel, category, field, said, more) => {
    const { [field]: _left, messageExtension: _extension, ...rest } = fullMessage({ type, version, channel, category });
    const context = { deviceChannel: channel, messageCategory: category };
    const read = readMessage(bytesOf({ ...rest, ...more } as Members), { types: [type], context });
    expect(read.ok ? 'sound' : `${read.problem.code}`).toBe(said);
    expect(read.ok || read.problem.detail).toEqual(said === 'sound' || field);
  });

  it.each(['interactionCounter', 'acsRenderingType', 'sdkTransID'])(
    'RReq, %s: no field is required for an unknown channel',
    (field) => {
      for (const version of ['2.1.0', '2.2.0'] as const) {
        const kind = { type: 'RReq', version, channel: '03', category: '01' } as const;
        const { [field]: _left, messageExtension: _extension, ...rest } = fullMessage(kind);
        expect(readMessage(bytesOf(rest), { types: ['RReq'] }).ok).toBe(true);
      }
    },
  );
});

describe('a malformed message', () => {
  it.each(['', ' ', '[]', '1', '"ARes"', 'null', '{', '{"a":1}x', '\ufeff{}', '<html>'])(
    '%j is refused as a message',
    (text) => {
      expect(['101', '201']).toContain(refused(Buffer.from(text)).problem.code);
    },
  );

  it('may consist of bytes that are not UTF-8', () => {
    expect(refused(Buffer.from([0x7b, 0xff, 0x7d])).problem).toEqual({
      code: '101',
      detail: 'Invalid Formatted Message',
    });
  });

  it('is answered by a valid Erro, for any input', () => {
    const members = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(ARES)), fc.string()), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(members, fc.jsonValue()), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const read = readMessage(bytes, { types: ALL });
        if (!read.ok) {
          const erro = erroOf(read);
          expect(readMessage(Buffer.from(writeMessage<'Erro'>(erro)), { types: ['Erro'] })).toMatchObject({ ok: true });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('has its well-formed ids in the Erro', () => {
    const { ids } = refused(bytesOf({ ...ARES, acsTransID: 'x'.repeat(36), transStatus: 'X' }));
    expect(ids).toEqual({ threeDSServerTransID: ARES.threeDSServerTransID, dsTransID: ARES.dsTransID });
    expect(refused(bytesOf({ ...ARES, dsTransID: '-'.repeat(36) })).ids).not.toHaveProperty('dsTransID');
  });

  it('is described by valid field names, within the length of an Erro', () => {
    const twice = `{"${CARD}":1,"${CARD}":2,${JSON.stringify(ARES).slice(1)}`;
    const { problem } = refused(Buffer.from(twice));
    expect(problem.code).toBe('204');
    expect(JSON.stringify(erroOf({ problem, ids: {} }))).not.toContain(CARD);
    const names = Array.from({ length: 2_000 }, (_, at) => `"name${at}":1,"name${at}":1`).join();
    expect(refused(Buffer.from(`{${names}}`)).problem.detail).toHaveLength(2_048);
  });

  it('has its format reported before missing fields', () => {
    const { acsTransID: _, ...without } = ARES;
    expect(refused(bytesOf({ ...without, dsTransID: 1, eci: '123' })).problem).toEqual({
      code: '203',
      detail: 'dsTransID,eci',
    });
    expect(refused(bytesOf({ ...without, dsTransID: '' })).problem).toEqual({
      code: '201',
      detail: 'acsTransID,dsTransID',
    });
  });

  it.each([
    ['billAddrCountry', '901'],
    ['billAddrCountry', '999'],
    ['purchaseCurrency', '955'],
    ['purchaseCurrency', '999'],
  ])('has an excluded %s %s', (name, value) => {
    const areq = fullMessage({ type: 'AReq', version: '2.2.0', channel: '02', category: '01' });
    const read = (number: string) =>
      readMessage(bytesOf({ ...areq, [name]: number }), { types: ['AReq'], extensions: ['é'.repeat(64)] });
    expect(read(value)).toMatchObject({ ok: false, problem: { code: '304', detail: name } });
    expect(read('900').ok).toBe(true);
  });

  it.each([
    ['cardExpiryDate', ['3113', '3100', '31', '31013']],
    ['purchaseDate', ['20310229120000', '20310101240000', '20310101126000', '20310101120060', '20311301120000']],
    ['recurringExpiry', ['20310431', '00000101', '2031-01-01']],
    ['acctNumber', ['401200000000', '40120000000010060000', '4012 0000 0000 1006', '４０１２000000001006']],
    ['browserIP', ['192.0.2.256', '::g', 'localhost', '192.0.2.1/24']],
    ['browserTZ', ['+12345', '1.5', 'UTC', '--1']],
    ['email', ['payer', 'payer@', '@example.com', 'a b@example.com']],
    ['notificationURL', ['//pay.example', 'ftp://pay.example', 'https://user:pw@pay.example', 'data:text/html,x', ' ']],
    [
      'threeDSServerTransID',
      ['6c57c18f-e55b-4333-a991-460b04ee073', '6c57c18fe55b4333a991460b04ee0730', `{${'6'.repeat(34)}}`],
    ],
    ['threeDSRequestorDecMaxTime', ['00000', '10081', '1', '0000x']],
    ['purchaseInstalData', ['1', '001', '1000', '']],
    ['mcc', ['123', '12345', '12a4']],
    ['transType', ['02', '1', '80']],
  ] as const)('has an invalid %s: %j', (name, values) => {
    const areq = fullMessage({ type: 'AReq', version: '2.2.0', channel: '02', category: '01' });
    for (const value of values) {
      const read = readMessage(bytesOf({ ...areq, [name]: value }), { types: ['AReq'], extensions: ['é'.repeat(64)] });
      expect(read, value).toMatchObject({ ok: false, problem: { code: '203', detail: name } });
    }
  });
});
