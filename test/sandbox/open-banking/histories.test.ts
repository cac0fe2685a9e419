/**
 * Random histories of the banks: with any actions of callers, payers and testers, the ledgers agree and the answers
 * match the description.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BankPaymentRow, StatementRow } from '../../../src/sandbox/open-banking/ledger/rows.ts';
import { confirmed, INSTANT, initiated, type Rig, rigWith, SCT, step } from './rig.ts';

const RUNS = 40;
const STEPS_MAX = 12;
const REFUSED = ['RJCT', 'CANC'];
const BANKS = ['nordbank', 'appbank', 'altbank', 'sofortbank', 'ruhebank'];
const WORDS = ['ORDER', 'TEST-SUCCEED', 'TEST-PENDING', 'TEST-FAIL-DECLINE', 'TEST-SUCCESS-INIT', 'TEST-FAIL-INIT'];

const history = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('INITIATE' as const),
      bank: fc.constantFrom(...BANKS),
      word: fc.constantFrom(...WORDS),
      path: fc.constantFrom(SCT, INSTANT),
      amount: fc.constantFrom('0.01', '50.01', '1300.01', '1300.04', '2000000.00'),
    }),
    fc.record({ do: fc.constantFrom('AGREE', 'REFUSE', 'START', 'DELETE', 'CANCELLATION' as const), at: fc.nat(20) }),
    fc.record({ do: fc.constant('WAIT' as const), seconds: fc.integer({ min: 1, max: 120 }) }),
  ),
  { minLength: 3, maxLength: STEPS_MAX },
);

type Step = typeof history extends fc.Arbitrary<infer Steps extends readonly unknown[]> ? Steps[number] : never;

async function take(rig: Rig, one: Step, clock: { seconds: number }): Promise<void> {
  const { ledger } = rig.started.banks;
  if (one.do === 'INITIATE') {
    const given = {
      remittanceInformationUnstructured: one.word,
      instructedAmount: { currency: 'EUR', amount: one.amount },
    };
    await initiated(rig, one.bank, given, one.path);
  } else if (one.do === 'WAIT') {
    clock.seconds += one.seconds;
    await rig.control('PUT', '/settings', { aheadMs: clock.seconds * 1_000 });
  } else if (one.do === 'AGREE' || one.do === 'REFUSE') {
    const all = ledger.authorisations.all();
    const chosen = all[one.at % Math.max(1, all.length)];
    if (chosen !== undefined) {
      await answer(rig, chosen, one.do);
    }
  } else {
    const all = ledger.payments.all();
    const row = all[one.at % Math.max(1, all.length)];
    if (row !== undefined) {
      await ask(rig, row, one.do);
    }
  }
}

async function answer(
  rig: Rig,
  { id, payment_id, approach }: { id: string; payment_id: string; approach: string },
  how: string,
) {
  const bank = rig.started.banks.ledger.payments.find({ id: payment_id })?.bank;
  if (approach === 'DECOUPLED') {
    await step(`${rig.started.control}/${bank}/app`, { authorisation: id, choice: how });
    return;
  }
  const page = `${rig.started.control}/${bank}/sca/${id}`;
  await (how === 'AGREE' ? confirmed(page) : step(page, { choice: 'CANCEL' }));
}

async function ask(rig: Rig, { bank, product, id }: BankPaymentRow, what: string) {
  const path = `/payments/${product}/${id}`;
  const headers = { 'psu-id': 'anna' };
  if (what === 'DELETE') {
    await rig.ask(bank, 'DELETE', path);
  } else {
    const folder = what === 'START' ? 'authorisations' : 'cancellation-authorisations';
    await rig.ask(bank, 'POST', `${path}/${folder}`, { headers });
  }
  await rig.ask(bank, 'GET', `${path}/status`);
}

function booked(
  entries: readonly StatementRow[],
  { id }: BankPaymentRow,
  direction: StatementRow['direction'],
): StatementRow[] {
  return entries.filter((one) => one.payment_id === id && one.direction === direction);
}

it('random histories end with ledgers that agree', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const rig = await rigWith();
      const clock = { seconds: 0 };
      for (const one of steps) {
        await take(rig, one, clock);
      }
      await rig.control('PUT', '/settings', { aheadMs: (clock.seconds + 3_600) * 1_000 });
      const { ledger, validator } = rig.started.banks;
      const entries = ledger.entries.all();
      for (const row of ledger.payments.all()) {
        const isPaid = row.status === 'ACSC' || row.status === 'ACCC';
        expect([booked(entries, row, 'DBIT').length, booked(entries, row, 'CRDT').length]).toEqual(
          isPaid ? [1, 1] : [0, 0],
        );
        const reached = ledger.statuses.all({ payment_id: row.id });
        expect(reached.at(-1)?.status).toBe(row.status);
        expect(reached.filter(({ status }) => REFUSED.includes(status)).length).toBeLessThanOrEqual(1);
        expect(reached.map(({ at }) => at)).toEqual(reached.map(({ at }) => at).sort((a, b) => a - b));
      }
      expect(ledger.authorisations.all().filter(({ expires_at }) => expires_at !== null)).toEqual([]);
      expect(validator.violations).toEqual([]);
      await rig.started.close();
    }),
    { numRuns: RUNS },
  );
});
