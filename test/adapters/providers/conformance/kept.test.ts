/** Adapters that keep every promise: the built-in ones, the guide's, and one with every feature. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  conformance,
  conformanceReport,
  type PromiseFinding,
} from '../../../../src/adapters/providers/conformance/index.ts';
import { type Ran, turnpike, turnpikeProcess } from '../../../cli/turnpike.ts';
import { AT_LENGTH, itAtLength } from '../../../support/at-length.ts';
import { openTownPay, townPay } from './town-pay.ts';
import { startTownPay } from './town-pay-stand-in.ts';

/** Half a minute alone, ten seconds of it waiting; several times that beside other tests. */
const TRIAL_MS_MAX = 300_000;
const VILLAGE = fileURLToPath(new URL('../packages/village-pay/index.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-conformance-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Run = (args: readonly string[]) => Promise<Ran>;

const inProcess: Run = (args) => turnpike(folder, args);

async function expectKept(id: string, run: Run, title: string, lacked: number): Promise<void> {
  const { out, err, code } = await run(['provider', 'check', id]);
  expect(err).toBe('');
  expect(out.split('\n')[0]).toBe(title);
  expect(out).toMatch(new RegExp(`\\n\\n\\d\\d kept, 0 broken, ${lacked} not there\\.\\n$`));
  expect(code, out).toBe(0);
}

/** Each spends ten seconds waiting, so they run concurrently. */
describe.concurrent('every promise is kept', () => {
  itAtLength<[string, Run, string, number]>(
    [
      ['demoWallet', inProcess, 'demoWallet (Demo Wallet), of Turnpike itself', 13],
      ['demoBank', inProcess, 'demoBank (Demo Bank), of Turnpike itself', 23],
      ['pix', inProcess, 'pix (Pix), of Turnpike itself', 24],
      [
        'villagePay',
        (args) => turnpikeProcess(folder, args, { PROVIDERS: VILLAGE }),
        `villagePay (Village Pay), ${VILLAGE}`,
        21,
      ],
    ],
    // The guide's provider has it in `npm test`.
    () => false,
  )('by %s, as turnpike provider check reports', expectKept, TRIAL_MS_MAX);

  it('by a provider with every feature: accounts, confirmations, captures, updates, voids', {
    ...AT_LENGTH,
    timeout: TRIAL_MS_MAX,
  }, async () => {
    const standIn = await startTownPay();
    const findings = await conformance({ id: 'townPay', facts: townPay, open: openTownPay }, standIn);
    await standIn.close();
    const others = findings.filter(({ verdict }: PromiseFinding) => verdict !== 'KEPT').map(({ id }) => id);
    // Checks for providers where payers first choose, where results are late, or where merchants confirm a payment.
    const OF_CHOICES = /^choices\.|^losses\.(?:ask|begin)$/;
    expect(
      others.filter((name) => !OF_CHOICES.test(name)),
      conformanceReport('townPay', findings),
    ).toEqual(['orderings.waiting', 'decisions.cancelled-agreed']);
  });
});

/** Tokens, certificates and handshakes use much processor time: one after the other. */
describe('turnpike provider check reports every promise as kept', AT_LENGTH, () => {
  it.each<[string, Run, string, number]>([
    ['openBanking', inProcess, 'openBanking (Bank transfer), of Turnpike itself', 30],
    ['paypal', inProcess, 'paypal (PayPal), of Turnpike itself', 10],
  ])('by %s', expectKept, TRIAL_MS_MAX);
});
