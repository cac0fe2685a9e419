/** Each command that takes `--store all`, once, on three stores with payments in each. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { paying } from '../api/rest/rig.ts';
import { type StoresRig, startStores } from '../compose/stores.ts';

const SHOPS = { first: 'TESTSHOP', two: 'SHOP2', three: 'SHOP3' };
const STORES = Object.keys(SHOPS);

let rig: StoresRig;
beforeAll(async () => {
  rig = await startStores();
  await rig.acquirerIs('up');
  for (const [store, merchant] of Object.entries(SHOPS).slice(1)) {
    await rig.add(store);
    await rig.putIn(store, merchant);
    await rig.known(merchant);
  }
  for (const merchant of Object.values(SHOPS)) {
    const { json } = await rig.api('PUT', `/order/OF-${merchant}/transaction/1`, paying('PAY'), { merchant });
    expect(json.result).toBe('SUCCESS');
  }
}, 120_000);
afterAll(() => rig.close());

const inEachStore = (...command: readonly string[]) => rig.turnpike(...command, '--store', 'all');
const storesIn = (text: string) => STORES.filter((store) => new RegExp(`^${store}:`, 'm').test(text));

const ofStores = COMMANDS.filter((command) => !('runAlone' in command) && command.takesAll !== undefined);

/** Options that a command needs. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = { 'keys rotate': ['--wrapping'] };

it.each(ofStores.map(({ name }) => name))('%s has a result of each store', async (name) => {
  const { code, out } = await inEachStore(...name.split(' '), ...(OPTIONS[name] ?? []));
  expect([code, storesIn(out)]).toEqual([0, STORES]);
});

it('doctor and migrate look at each store', async () => {
  const doctor = await inEachStore('doctor');
  expect(['two', 'three'].filter((store) => doctor.out.includes(`${store}: `))).toEqual(['two', 'three']);
  const { code, out } = await inEachStore('migrate');
  expect([code, ['two', 'three'].filter((store) => out.includes(store))]).toEqual([0, ['two', 'three']]);
});
