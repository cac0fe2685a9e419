import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataRequestKey, decryptDukpt, initialKey, transactionKey } from '../../../src/adapters/vault/dukpt.ts';
import { BDK, encrypted } from './terminal.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
const hex = (buffer: Buffer) => buffer.toString('hex').toUpperCase();

describe('DUKPT keys', () => {
  it('start from the initial key of X9.24-1’s example, for any counter', () => {
    for (const ksn of ['FFFF9876543210E00000', 'FFFF9876543210E00001', 'FFFF9876543210FFFFFF']) {
      expect(hex(initialKey(bytes(BDK), bytes(ksn)))).toBe('6AC292FAA1315B4D858AB3A3D7D5933A');
    }
  });

  /** X9.24-1, annex A, and values published by implementations. Counters of one, two, three and more bits. */
  it.each([
    ['FFFF9876543210E00001', '042666B49184CFA368DE9628D0397BC9', '448D3F076D8304036A55A3D7E0055A78'],
    ['FFFF9876543210E00002', 'C46551CEF9FD24B0AA9AD834130D3BC7', 'F1BE73B36135C5C26CF937D50ABBE5AF'],
    ['FFFF9876543210E00003', '0DF3D9422ACA56E547676D07AD6BADFA', 'EEEEF522C67239E4A2A65FEBF4C511F4'],
    ['FFFF9876543210E00004', '279C0F6AEED0BE652B2C733E1383AE91', 'BCF2610997C3AC3C5F13AE965A1B773B'],
    ['FFFF9876543210E00005', '5F8DC6D2C845C125508DDC048093B83F', 'F3054D8B7471284BDB4EE18AFC3B091B'],
    ['FFFF9876543210E00007', '0C8F780B7C8B49D0AE84A9EB2A6CE660', 'E613858B288B6ACAA7AE454931B21C56'],
    ['FFFF9876543210E00008', '27F66D5244FF62E1AA6F6120EDEB4280', 'C39B2778B058AC376FB18DC906F75CBA'],
    ['FFFF9876543210E00013', 'C3DF489FDF1153B4F03DE97C27DC4C2F', '44893E3434ABDD6A817CE2841825E1FD'],
  ])('of %s are the published ones', (ksn, transaction, data) => {
    expect(hex(transactionKey(initialKey(bytes(BDK), bytes(ksn)), bytes(ksn)))).toBe(transaction);
    expect(hex(dataRequestKey(BDK, ksn))).toBe(data);
  });

  it('of the counter’s highest values are the published ones', () => {
    const ksn = bytes('FFFF9876543210EFF800');
    expect(hex(transactionKey(initialKey(bytes(BDK), ksn), ksn))).toBe('F9CDFEBF4F5B1D9EB3EC12454527E176');
  });

  it('use all of the counter’s 21 bits, and differ for each', () => {
    const initial = initialKey(bytes(BDK), bytes('FFFF9876543210E00000'));
    const counters = [0, 1, 0x1f_ffff, ...Array.from({ length: 21 }, (_, bit) => 1 << bit)];
    const keys = new Set(
      counters.map((counter) =>
        hex(transactionKey(initial, bytes(`FFFF9876543210${(0xe0_0000 + counter).toString(16)}`))),
      ),
    );
    expect(keys.size).toBe(new Set(counters).size);
  });
});

describe('a DUKPT message', () => {
  /** Published by makers of readers and of software for them. */
  it.each([
    [
      'a track 1',
      'FFFF9876543210E00008',
      '411D405D7DEDB9D84797F045559721E8C06A5565FFB3B4050509277E5F80072E2410E0E6ADCBB614419700A9173807BA27C4E9D80BE67A2C32498032B200A7E3',
      Buffer.from('%B5452300551227189^HOGAN/PAUL      ^08043210000000725000000?\0\0\0\0').toString('hex'),
    ],
    [
      'EMV tags',
      'FFFF01040DA058E00001',
      '85A8A7F9390FD19EABC40B5D624190287D729923D9EDAFE9F24773388A9A1BEF',
      '5a08476173900101001057114761739001010010d15122011143878089000000',
    ],
    [
      'a text with NUL',
      'FFFF9876543210E00001',
      'FC0D53B7EA1FDA9EE68AAF2E70D9B9506229BE2AA993F04F',
      Buffer.from('4012345678909D987\0\0\0\0\0\0\0').toString('hex'),
    ],
    [
      'padding after ISO/IEC 9797-1',
      'FFFF9876543210E00001',
      '124F7A32F3F841872EA993AA4FEC1BCA',
      '01020304050607088000000000000000',
    ],
  ])('of %s decrypts to the published text', (_what, keySerialNumber, payload, plain) => {
    expect(decryptDukpt({ bdk: BDK, keySerialNumber, payload })?.toString('hex')).toBe(plain);
    expect(decryptDukpt({ bdk: BDK.toLowerCase(), keySerialNumber, payload: payload.toLowerCase() })).toEqual(
      bytes(plain),
    );
  });

  it('decrypts with its own serial number, counter and vector alone', () => {
    const plain = Buffer.from('5123450000000008');
    const sent = encrypted(plain, 'FFFF9876543210E00001', '0102030405060708');
    expect(decryptDukpt(sent)).toEqual(plain);
    for (const other of [
      { bdk: `1${BDK.slice(1)}` },
      { keySerialNumber: 'FFFF9876543210E00002' },
      { keySerialNumber: 'FFFF9876543220E00001' },
      { initializationVector: '0102030405060709' },
      { initializationVector: undefined },
    ]) {
      expect(decryptDukpt({ ...sent, ...other })).not.toEqual(plain);
    }
  });

  it('decrypts to the plain text, at every counter', () => {
    const block = fc.uint8Array({ minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(block, { minLength: 2, maxLength: 8 }), fc.nat(0x1f_ffff), (blocks, counter) => {
        const plain = Buffer.concat(blocks);
        const sent = encrypted(plain, `FFFF9876543210${(0xe0_0000 + counter).toString(16).toUpperCase()}`);
        expect(decryptDukpt(sent)).toEqual(plain);
      }),
    );
  });

  it.each(['00'.repeat(17), '0'.repeat(33), `${'00'.repeat(15)}0G`, 'no hex at all, 32 characters long'])(
    'that is not whole blocks is refused: %s',
    (payload) => {
      expect(decryptDukpt({ bdk: BDK, keySerialNumber: 'FFFF9876543210E00001', payload })).toBeUndefined();
    },
  );
});
