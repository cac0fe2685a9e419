/** The kit finds each fault of an adapter, by the promise that it breaks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  conformance,
  conformanceReport,
  isConforming,
  type PackageUnderTest,
} from '../../../../src/adapters/providers/conformance/index.ts';
import type { StandIn } from '../../../../src/adapters/providers/index.ts';
import { firstOfEach, itAtLength } from '../../../support/at-length.ts';
import { villagePay } from '../packages/village-pay/facts.ts';
import { startStandIn } from '../packages/village-pay/stand-in.ts';
import { BROKEN_CHOOSERS, openBrokenChooser, VILLAGE_CHOICES } from './broken-choosers.ts';
import { BROKEN_TOWN_PAYS, openBrokenTownPay } from './broken-town-pay.ts';
import { BROKEN_ADAPTERS, openBroken } from './broken-village-pay.ts';
import { townPay } from './town-pay.ts';
import { startTownPay } from './town-pay-stand-in.ts';

let village: StandIn;
let town: StandIn;
beforeAll(async () => {
  [village, town] = await Promise.all([startStandIn(), startTownPay()]);
});
afterAll(() => Promise.all([village.close(), town.close()]));

/** By the promise's subject: `limits`, `answers`, … */
const ofEachKind = firstOfEach(({ breaks }: { readonly breaks: string }) => breaks.split('.')[0]);
const AT_ONCE = { concurrent: true };

async function expectFound(tried: PackageUnderTest, standIn: StandIn, promise: string): Promise<void> {
  const isWatched = promise.startsWith('limits.');
  // Only promises about timeouts need ten seconds.
  const findings = await conformance(tried, standIn, (id) => (isWatched ? id !== 'answers.slow' : id === promise));
  const found = findings.find(({ id }) => id === promise);
  expect(found, conformanceReport(promise, findings)).toMatchObject({ verdict: 'BROKEN' });
  expect(found?.reason).toMatch(/\w/);
  expect(isConforming(findings)).toBe(false);
}

describe('an adapter that', () => {
  itAtLength(
    BROKEN_ADAPTERS,
    ofEachKind,
    AT_ONCE,
  )('$wrong breaks $breaks', (broken) =>
    expectFound({ id: 'villagePay', facts: villagePay, open: openBroken(broken) }, village, broken.breaks),
  );
});

describe('an adapter with a choice of institution that', () => {
  it('has no fault keeps every promise on choices', async () => {
    const good = { id: 'villagePay', facts: villagePay, open: openBrokenChooser({ change: () => ({}) }) };
    const findings = await conformance(good, { ...village, choices: VILLAGE_CHOICES }, (id) => id !== 'answers.slow');
    const kept = findings.filter(({ verdict }) => verdict === 'KEPT').map(({ id }) => id);
    expect(isConforming(findings), conformanceReport('villagePay', findings)).toBe(true);
    expect(kept).toEqual(expect.arrayContaining(BROKEN_CHOOSERS.map(({ breaks }) => breaks)));
  });

  itAtLength(
    BROKEN_CHOOSERS,
    ofEachKind,
    AT_ONCE,
  )('$wrong breaks $breaks', (broken) =>
    expectFound(
      { id: 'villagePay', facts: villagePay, open: openBrokenChooser(broken) },
      { ...village, choices: VILLAGE_CHOICES },
      broken.breaks,
    ),
  );
});

describe('an adapter with further promises that', () => {
  itAtLength(
    BROKEN_TOWN_PAYS,
    ofEachKind,
    AT_ONCE,
  )('$wrong breaks $breaks', (broken) =>
    expectFound({ id: 'townPay', facts: townPay, open: openBrokenTownPay(broken) }, town, broken.breaks),
  );
});
