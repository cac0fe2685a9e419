/** The adapter from settings: the values it reads, and the errors that stop the start in one line. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { open } from '../../../../src/adapters/providers/open-banking/adapter.ts';
import { startOpenBanking } from '../../../../src/sandbox/open-banking/start-open-banking.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';

const BANK = {
  id: 'nordbank',
  name: 'Nordbank',
  bic: 'NRDBDEFFXXX',
  country: 'DE',
  address: 'https://psd2.nordbank.example/v1',
};

async function settings(changes: Readonly<Record<string, string>> = {}, banks: unknown = [BANK]) {
  const { certificates, close } = await startOpenBanking({ speed: 1, log: memoryLog() });
  await close();
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-banks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return {
    OPEN_BANKING_BANKS: file('banks.json', JSON.stringify(banks)),
    OPEN_BANKING_QWAC_CERT: file('qwac.pem', certificates.qwac.cert),
    OPEN_BANKING_QWAC_KEY: file('qwac-key.pem', certificates.qwac.key),
    OPEN_BANKING_QSEAL_CERT: file('qseal.pem', certificates.qseal.cert),
    OPEN_BANKING_QSEAL_KEY: file('qseal-key.pem', certificates.qseal.key),
    OPEN_BANKING_CA: file('ca.pem', certificates.ca),
    OPEN_BANKING_IP_ADDRESS: '192.0.2.1',
    ...changes,
  };
}

it('the adapter is opened with a list of banks, in the order of their names, and is absent without one', async () => {
  const others = [{ ...BANK, id: 'altbank', name: 'Altbank', approach: 'DECOUPLED', offered: false }];
  const env = await settings({}, [BANK, ...others]);
  expect(open({ env })?.choice?.options).toEqual([
    { id: 'altbank', name: 'Altbank', code: 'NRDBDEFFXXX', country: 'DE', asks: ['IBAN', 'USER_ID'], isOffered: false },
    { id: 'nordbank', name: 'Nordbank', code: 'NRDBDEFFXXX', country: 'DE', asks: ['IBAN'], isOffered: true },
  ]);
  expect(open({ env: {} })).toBeUndefined();
});

it.each([
  ['OPEN_BANKING_QWAC_CERT', '', /^OPEN_BANKING_QWAC_CERT must name a PEM file/],
  ['OPEN_BANKING_QSEAL_KEY', '', /^OPEN_BANKING_QSEAL_KEY must name a PEM file/],
  ['OPEN_BANKING_QSEAL_KEY', '/nowhere.pem', /^OPEN_BANKING_QSEAL_KEY names \/nowhere\.pem, which cannot be read/],
  ['OPEN_BANKING_IP_ADDRESS', '2001:db8::1', /^OPEN_BANKING_IP_ADDRESS must be/],
  ['OPEN_BANKING_IP_ADDRESS', '', /^OPEN_BANKING_IP_ADDRESS must be/],
  ['OPEN_BANKING_BANKS', '/nowhere.json', /^OPEN_BANKING_BANKS names \/nowhere\.json, which cannot be read/],
])('%s=%s stops the start in one line', async (name, value, said) => {
  const env = await settings({ [name]: value });
  expect(() => open({ env })).toThrow(said);
});

it.each<[string, unknown]>([
  ['is empty', []],
  ['is no list', {}],
  ['has a bank twice', [BANK, BANK]],
  ['has an address in clear', [{ ...BANK, address: 'http://psd2.nordbank.example/v1' }]],
  ['has an address with a slash at its end', [{ ...BANK, address: `${BANK.address}/` }]],
  ['has a product that is none', [{ ...BANK, products: ['target-2-payments'] }]],
  ['has a member that is misspelt', [{ ...BANK, aproach: 'REDIRECT' }]],
])('a list that %s stops the start', async (_what, banks) => {
  const env = await settings({}, banks);
  expect(() => open({ env })).toThrow(/^OPEN_BANKING_BANKS names .*, whose list of banks is wrong/);
});

it('a key that everybody may read, or of another certificate, stops the start', async () => {
  const env = await settings();
  chmodSync(env.OPEN_BANKING_QSEAL_KEY, 0o644);
  expect(() => open({ env })).toThrow(/^OPEN_BANKING_QSEAL_KEY names .* make it 0600\.$/);
  const swapped = await settings();
  const qseal = { ...swapped, OPEN_BANKING_QSEAL_KEY: swapped.OPEN_BANKING_QWAC_KEY };
  expect(() => open({ env: qseal })).toThrow(/^OPEN_BANKING_QSEAL_KEY cannot be used/);
  const qwac = { ...swapped, OPEN_BANKING_QWAC_KEY: swapped.OPEN_BANKING_QSEAL_KEY };
  expect(() => open({ env: qwac })).toThrow(/^OPEN_BANKING_QWAC_KEY cannot be used/);
});
