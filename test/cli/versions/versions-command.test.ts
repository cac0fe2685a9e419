/** `versions` tells which versions of the interface accept a body, by the contract's own fields. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.ts';
import { showVersions } from '../../../src/cli/versions/versions-command.ts';
import { turnpike } from '../turnpike.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-versions-'));
const NUMBER = '5123450000000008';
const card = { number: NUMBER, expiry: { month: '1', year: '39' } };
const payment = {
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card } },
};

const fileOf = (body: unknown): string => {
  const file = join(folder, 'body.json');
  writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body));
  return file;
};
const run = (body: unknown, ...args: string[]) => turnpike(folder, ['versions', fileOf(body), ...args]);
const rowsOf = async (body: unknown, ...args: string[]) =>
  (await run(body, ...args, '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a body', () => {
  it('that all versions accept is one range', async () => {
    expect(await run(payment)).toEqual({ code: 0, out: 'PAY\nversions 14 to 100: accepted\n', err: '' });
  });

  it('with a field that came later is accepted before, and the field ignored', async () => {
    const order = { ...payment.order, tax: [{ amount: '1.00' }] };
    expect((await run({ ...payment, order })).out).toBe(
      'PAY\nversions 14 to 33: accepted\n  ignored, as if absent: order.tax\nversions 34 to 100: accepted\n',
    );
  });

  it('with a wrong value is refused with the field, and the exit code is 1', async () => {
    const { code, out } = await run({ ...payment, order: { amount: '10.00', currency: 'EURO' } });
    expect([code, out.split('\n').slice(0, 2)]).toEqual([1, ['PAY', 'versions 14 to 100: refused']]);
    expect(out).toMatch(/^ {2}INVALID order\.currency: .+$/m);
  });

  it('that lacks a required field is refused, unless a session may have it', async () => {
    const { apiOperation, sourceOfFunds } = payment;
    expect(await rowsOf({ apiOperation, sourceOfFunds })).toEqual([
      {
        ...{ operation: 'PAY', from: 14, to: 100, accepted: false, ignored: [], withoutEffect: [], refused: [] },
        missing: ['order.amount', 'order.currency'],
      },
    ]);
    const { out } = await run({ apiOperation, session: { id: 'SESSION0000000000000000000000' + '00' } });
    expect(out).toMatch(/accepted\n {2}the session or token has to have: order\.amount, order\.currency/);
  });

  it('of an operation that came later is accepted from its first version on', async () => {
    const body = { apiOperation: 'INITIATE_AUTHENTICATION', order: { currency: 'EUR' } };
    expect((await rowsOf(body)).map(({ from, to, accepted, exists }) => [from, to, accepted, exists])).toEqual([
      [14, 53, false, false],
      [54, 100, true, undefined],
    ]);
  });

  it('without apiOperation needs the operation’s name, which also overrides it', async () => {
    const body = { sourceOfFunds: { type: 'CARD', provided: { card } } };
    expect(await run(body)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/ with --operation\. Operations without one: CREATE_TOKEN, .*CREATE_SESSION/),
    });
    expect(await run(body, '--operation', 'CREATE_TOKEN')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^CREATE_TOKEN\nversions 14 to/),
    });
    const { out } = await run(payment, '--operation', 'AUTHORIZE');
    expect(out).toContain('INVALID apiOperation');
  });

  it('is read from the standard input', async () => {
    const stdin = (async function* () {
      yield Buffer.from(JSON.stringify(payment).slice(0, 10));
      yield Buffer.from(JSON.stringify(payment).slice(10));
    })();
    const { text, exitCode } = await showVersions({ args: ['-'], usage: '' }, stdin);
    expect([text, exitCode]).toEqual(['PAY\nversions 14 to 100: accepted', 0]);
  });
});

describe('bad input', () => {
  it.each([
    ['that is no JSON', '{"apiOperation": "PAY",,}', 'is not valid JSON'],
    ['that is no object', '[1]', 'has no JSON object'],
    ['with an unknown operation', { apiOperation: 'PAYY' }, 'There is no operation PAYY'],
    ['with an operation that is no text', { apiOperation: { a: 1 } }, 'There is no operation'],
    ['larger than a request may be', `{"a": "${'x'.repeat(64 * 1024)}"}`, 'is larger than 65536 bytes'],
  ])('%s has exit code 2', async (_, body, sentence) => {
    expect(await run(body)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
  });

  it('of the call has exit code 2', async () => {
    for (const args of [[], ['a', 'b'], ['a', '--nothing'], [join(folder, 'none.json')]]) {
      await expect(showVersions({ args, usage: 'usage' })).rejects.toBeInstanceOf(UsageError);
    }
  });

  it('with a card number in a name, an operation or a value shows it nowhere', async () => {
    const bodies = [
      { ...payment, [NUMBER]: 1, order: { ...payment.order, currency: NUMBER, custom: { [NUMBER]: NUMBER } } },
      { apiOperation: NUMBER },
      `{"a": ${NUMBER} ${NUMBER}}`,
    ];
    for (const body of bodies) {
      const [text, json] = [await run(body), await run(body, '--json')];
      expect([text.out, text.err, json.out, json.err].join('')).not.toContain(NUMBER);
    }
  });
});
