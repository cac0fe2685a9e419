/** The ledgers that a restored store is compared with, and the times that they do not cover. */
import { expect, it } from 'vitest';
import type { AcquirerEntry } from '../../../src/cli/read-ledger.ts';
import { requireCovered } from '../../../src/cli/restore/covered-time.ts';

const at = (time: string) => Date.parse(`2026-11-29T${time}:00.000Z`);
const entries = (...times: readonly string[]) =>
  times.map(
    (time): AcquirerEntry => ({
      ...{ kind: 'PAYMENT', state: 'APPROVED', amount: '1.00', currency: 'EUR' },
      ...{ reference: '1', merchant: 'SHOP', order: time, transaction: '1', at: `2026-11-29T${time}:00.000Z` },
    }),
  );
const ALWAYS = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
const CLOSED_AT = at('10:00');
const KNOWN = { createdAt: at('09:00'), isInLedger: true };
const UNKNOWN = { ...KNOWN, isInLedger: false };

it.each([
  [
    'has the newest movement of the copy, and one shortly before the store was closed',
    KNOWN,
    ALWAYS,
    ['09:00', '09:55'],
  ],
  ['was written when the store was closed, by the operator', KNOWN, { ...ALWAYS, until: at('10:00') }, ['09:00']],
  ['has no movement, and the operator names its time', UNKNOWN, { from: at('09:00'), until: at('10:00') }, []],
  ['belongs to a copy without movements', undefined, ALWAYS, ['09:55']],
])('a ledger is accepted that %s', (_what, newest, period, times) => {
  expect(() => requireCovered({ entries: entries(...times), newest, period }, CLOSED_AT)).not.toThrow();
});

it.each([
  ['is of the day before', UNKNOWN, ALWAYS, ['06:00', '07:00'], '09:00', '10:00', 'not in the file'],
  ['ends long before the store was closed', KNOWN, ALWAYS, ['09:00', '09:30'], '09:30', '10:00', 'is in the file'],
  ['is of another installation', UNKNOWN, ALWAYS, ['08:00', '09:55'], '09:00', '10:00', 'not in the file'],
  ['begins after the copy', UNKNOWN, ALWAYS, ['09:50', '09:55'], '09:00', '09:50', 'not in the file'],
  [
    'begins after the copy, as the operator says',
    KNOWN,
    { ...ALWAYS, from: at('09:20') },
    ['09:55'],
    '09:00',
    '09:20',
    '',
  ],
  ['ends too early, as the operator says', KNOWN, { ...ALWAYS, until: at('09:40') }, ['09:35'], '09:40', '10:00', ''],
  ['is empty', UNKNOWN, ALWAYS, [], '09:00', '10:00', 'not in the file'],
])('a ledger is refused that %s, with the time that is missing', (_what, newest, period, times, from, until, why) => {
  const missing = `from 2026-11-29T${from}:00.000Z until 2026-11-29T${until}:00.000Z`;
  const check = () => requireCovered({ entries: entries(...times), newest, period }, CLOSED_AT);
  expect(check).toThrow(missing);
  expect(check).toThrow(why);
});

it('an empty ledger of a copy without movements is refused: it proves nothing', () => {
  expect(() => requireCovered({ entries: [], newest: undefined, period: ALWAYS }, CLOSED_AT)).toThrow(
    'does not cover the time until 2026-11-29T10:00:00.000Z',
  );
});
