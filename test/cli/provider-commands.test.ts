/** `turnpike provider check` without a provider to test, or with a broken simulator. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { type Ran, turnpike, turnpikeProcess } from './turnpike.ts';

const VILLAGE = new URL('../adapters/providers/packages/village-pay/', import.meta.url);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-provider-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Village Pay with another simulator. */
function checked(name: string, standIn: string): Promise<Ran> {
  const file = join(folder, `${name}.ts`);
  const village = JSON.stringify(fileURLToPath(new URL('index.ts', VILLAGE)));
  writeFileSync(
    file,
    `import { provider as good } from ${village};\nexport const provider = { ...good, ${standIn} };\n`,
  );
  return turnpikeProcess(folder, ['provider', 'check', 'villagePay'], { PROVIDERS: file });
}

describe('provider check', () => {
  it.each([
    [[], /^turnpike provider check ID\n$/],
    [['demoBank', 'demoWallet'], /^turnpike provider check ID\n$/],
    [
      ['townPay'],
      /^There is no provider townPay\. There are demoBank, demoWallet, openBanking, paypal, pix, and those that PROVIDERS names\.\n$/,
    ],
    [['constructor'], /^There is no provider constructor\. /],
  ])('of %j is a wrong call', async (args, says) => {
    const { code, out, err } = await turnpike(folder, ['provider', 'check', ...args]);
    expect(err).toMatch(says);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  itAtLength(
    [
      ['none', 'standIn: undefined', /villagePay|none\.ts exports no stand-in, .* Add provider\.standIn\.\n$/],
      [
        'throws',
        "standIn: async () => { throw new Error('No port.'); }",
        /^The stand-in of villagePay did not start: No port\.\n$/,
      ],
      [
        'empty',
        'standIn: async () => ({})',
        /^The stand-in of villagePay did not start: it has no function environment\n$/,
      ],
      [
        'far',
        "standIn: async () => ({ ...(await good.standIn!()), origin: 'https://pay.example' })",
        /did not start: its origin is no address of this machine /,
      ],
      [
        'open',
        'standIn: async () => ({ ...(await good.standIn!()), tls: {} })',
        /: its origin has https where it has tls, and only there\n$/,
      ],
      [
        'idle',
        "standIn: async () => ({ ...(await good.standIn!()), acts: ['CANCEL'] })",
        /: its acts do not have AGREE among them\n$/,
      ],
      [
        'poor',
        'standIn: async () => ({ ...(await good.standIn!()), currencies: [] })',
        /: its currencies are not codes of ISO 4217/,
      ],
    ],
    isFirst,
  )('fails in one line where the simulator is %s', async (name, standIn, says) => {
    const { code, out, err } = await checked(name, standIn);
    expect(err).toMatch(says);
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  it('does not blame an adapter for a simulator that fails', AT_LENGTH, async () => {
    const broken = "pay: () => Promise.reject(new Error('\\u001b[31mNo payers.'))";
    const { code, out } = await checked('failing', `standIn: async () => ({ ...(await good.standIn!()), ${broken} })`);
    expect(out).toContain('NOT TRIED');
    expect(out).toContain('\\u{1b}[31mNo payers.');
    expect(out).toMatch(/ 0 broken, \d+ not there, \d+ not tried: its stand-in failed\.\n$/);
    expect(code).toBe(1);
  });
});
