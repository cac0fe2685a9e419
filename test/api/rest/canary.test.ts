/**
 * Unique card data is sent through every input; then all written, logged and answered bytes are searched for it, in
 * clear and in accidental encodings.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, withDatabase } from '../../support/database.ts';
import { filesOf, newOrderId, type Reply, type Rig, startRig } from './rig.ts';

const PAN = '5500005555555559';
const GIFT = '6006009876543212';
/**
 * Eight digits of a PIN are long enough to be searched for in bytes; a security code is searched for as a JSON value.
 */
const PIN = '83920175';
const CODE = '7391';

let rig: Rig;
const replies: Reply[] = [];
const card = (month: string, number = PAN) => ({
  number,
  expiry: { month, year: '39' },
  securityCode: CODE,
  nameOnCard: 'Ann Lee',
});
const order = { amount: '1.00', currency: 'EUR' };

async function sent(method: string, path: string, body?: unknown): Promise<Reply> {
  const reply = await rig.api(method, path, body);
  replies.push(reply);
  return reply;
}

beforeAll(async () => {
  rig = await startRig();
  for (const apiOperation of ['AUTHORIZE', 'PAY', 'VERIFY']) {
    for (const month of ['1', '5', '11']) {
      await sent('PUT', `/order/${newOrderId()}/transaction/1`, {
        apiOperation,
        order,
        sourceOfFunds: { provided: { card: card(month) } },
      });
    }
  }
  const gift = { type: 'GIFT_CARD', provided: { giftCard: { number: GIFT, pin: PIN } } };
  await sent('PUT', `/order/${newOrderId()}/transaction/1`, { apiOperation: 'PAY', order, sourceOfFunds: gift });
  for (const sourceOfFunds of [{ provided: { card: card('1') } }, gift]) {
    const { session } = (await sent('POST', '/session')).json;
    await sent('PUT', `/session/${session.id}`, { sourceOfFunds });
    await sent('GET', `/session/${session.id}`);
    const paid = newOrderId();
    await sent('PUT', `/order/${paid}/transaction/1`, { apiOperation: 'PAY', order, session: { id: session.id } });
    await sent('GET', `/session/${session.id}`);
    await sent('GET', `/order/${paid}`);
  }
  // Refused requests: the errors must not repeat the values.
  await sent('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order,
    sourceOfFunds: { provided: { card: card('13') } },
  });
  await sent('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order,
    sourceOfFunds: { provided: { card: card('1', `${PAN}0000`) } },
  });
  await sent(
    'PUT',
    `/order/${newOrderId()}/transaction/1`,
    `{"sourceOfFunds":{"provided":{"card":{"number":"${PAN}","securityCode":"${CODE}"`,
  );
  await rig.api('GET', `/order/${newOrderId()}?card=1`);
});
afterAll(() => rig.close());

/** The same digits plain, spaced, in hex, in both byte orders of UTF-16, and in base64 at each of its three offsets. */
function disguises(digits: string): string[] {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(`${' '.repeat(offset)}${digits}`)
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1)
      .replace(/.?.?=*$/, ''),
  );
  return [
    digits,
    digits.replace(/(.{4})(?=.)/g, '$1 '),
    digits.replace(/(.{4})(?=.)/g, '$1-'),
    Buffer.from(digits).toString('hex'),
    Buffer.from(digits, 'utf16le').toString('latin1'),
    [...digits].map((digit) => `%3${digit}`).join(''),
    ...base64,
  ];
}
const WANTED = [PAN, GIFT, PIN].flatMap(disguises).concat(`"${CODE}"`, `:${CODE},`, `securityCode":${CODE}`);

function found(haystack: Buffer): string[] {
  return WANTED.filter((needle) => haystack.includes(Buffer.from(needle, 'latin1')));
}

it('the search finds a planted value', () => {
  expect(found(Buffer.from(`x${PAN}`))).toContain(PAN);
  for (let offset = 0; offset < 3; offset += 1) {
    const disguised = Buffer.from(`${'x'.repeat(offset)}{"n":"${PAN}"}`).toString('base64');
    expect(found(Buffer.from(disguised))).toHaveLength(1);
  }
});

describe('card data', () => {
  it('was processed', () => {
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(12);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(3);
  });

  it('is in no answer', () => {
    expect(found(Buffer.from(replies.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')))).toEqual(
      [],
    );
  });

  it('is in no log line', () => {
    expect(rig.logged.length).toBeGreaterThan(replies.length);
    expect(found(Buffer.from(rig.logged.join('')))).toEqual([]);
  });

  it('is in no file: database, write-ahead log or other', () => {
    const bytes = filesOf(rig.folder);
    expect(bytes.includes('550000xxxxxx5559')).toBe(true);
    expect(found(bytes)).toEqual([]);
  });

  it('is in no file after the write-ahead log went into the database, and no sensitive data is sealed any more', () => {
    withDatabase(rig.folder, (db) => db.exec('pragma wal_checkpoint(TRUNCATE)'));
    const sensitive = 'sealed_sensitive is not null or sensitive_until is not null';
    expect(rowsOf(rig.folder, `select count(*) as n from session where ${sensitive}`)).toEqual([{ n: 0 }]);
    expect(rowsOf(rig.folder, 'select count(*) as n from session where sealed_card is not null')).toEqual([{ n: 2 }]);
    expect(found(filesOf(rig.folder))).toEqual([]);
  });
});
