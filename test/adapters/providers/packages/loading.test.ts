/** Packages and files that an operator names, loaded into a process's contract. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../../support/at-length.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const VILLAGE = fileURLToPath(new URL('village-pay/index.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-packages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(path: string, text: string): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

/** A gateway's folder; packages installed above it survive its updates. */
function checkout(): string {
  return dirname(file('turnpike/package.json', '{ "type": "module" }'));
}

const exporting = (id: string, more = '') => `
  import { createJsonClient, currencyOf } from 'turnpike/provider';
  createJsonClient();
  ${more}
  export const provider = {
    port: 1,
    id: '${id}',
    facts: {
      name: 'Pay ' + currencyOf('EUR').code,
      mark: { color: '#2f6b2f', lines: 'M3 12l5-5 5 5' },
      operations: ['PAY'],
      confirmations: ['CONFIRM_AT_PROVIDER'],
      movements: ['REFUND'],
    },
    open: () => undefined,
  };
`;

/** A process in a checkout's folder that loads the packages and prints its contract. */
function typesWith(providers: string): { readonly out: string; readonly err: string; readonly code: number | null } {
  const script = `
    const { loadProviderPackages } = await import('${ROOT}src/adapters/providers/packages/index.ts');
    try {
      await loadProviderPackages(process.env.PROVIDERS);
    } catch (error) {
      console.error(error.message);
      process.exit(1);
    }
    const { providerTypes } = await import('${ROOT}src/contract/providers/index.ts');
    const { allAdapters } = await import('${ROOT}src/adapters/providers/index.ts');
    const { OPERATIONS } = await import('${ROOT}src/contract/operations.ts');
    const { members } = OPERATIONS.INITIATE_BROWSER_PAYMENT.request.members.browserPayment;
    console.log(providerTypes.join(), Object.keys(allAdapters()).join(), Object.keys(members).join());
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout(),
    env: { ...process.env, PROVIDERS: providers },
    encoding: 'utf8',
  });
  return { out: stdout.trim(), err: stderr.trim(), code: status };
}

describe('a provider', () => {
  it('in a TypeScript file adds a group, a type and an adapter', () => {
    expect(typesWith(VILLAGE)).toEqual({
      out: 'DEMO_BANK,DEMO_WALLET,OPEN_BANKING,PAYPAL,PIX,VILLAGE_PAY demoBank,demoWallet,openBanking,paypal,pix,villagePay demoBank,demoWallet,openBanking,paypal,pix,villagePay,operation,returnUrl',
      err: '',
      code: 0,
    });
  });

  it(
    'in a package above the checkout, or in a file of it, imports this program as turnpike/provider',
    AT_LENGTH,
    () => {
      file('node_modules/@acme/turnpike-pay/package.json', '{ "type": "module", "exports": { "import": "./it.js" } }');
      file('node_modules/@acme/turnpike-pay/it.js', exporting('acmePay'));
      file(
        'turnpike/providers/town.ts',
        exporting('townPay', 'const typed: string = "yes"; if (!typed) throw new Error();'),
      );
      expect(typesWith('@acme/turnpike-pay, ./providers/town.ts').out).toMatch(
        /^ACME_PAY,DEMO_BANK,DEMO_WALLET,OPEN_BANKING,PAYPAL,PIX,TOWN_PAY demoBank,demoWallet,openBanking,paypal,pix,acmePay,townPay /,
      );
    },
  );
});

describe('a process exits with one line', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'a package that is not installed',
      () => '@acme/none',
      /^PROVIDERS: @acme\/none is not installed where .+ finds it\. Install it, or /,
    ],
    [
      'a file that is not there',
      () => './none.ts',
      /^PROVIDERS: \.\/none\.ts is not there: there is no file .+none\.ts\. Correct /,
    ],
    [
      'a package of TypeScript',
      () => {
        file('node_modules/typed/package.json', '{ "type": "module", "exports": "./it.ts" }');
        file('node_modules/typed/it.ts', exporting('typedPay'));
        return 'typed';
      },
      /^PROVIDERS: typed is TypeScript below node_modules, which Node does not run\. Install a version /,
    ],
    [
      'a file that throws',
      () => file('throws.js', "throw new Error('No luck.\\nAt all.');"),
      /throws\.js does not load: No luck\.$/,
    ],
    [
      'a file that imports a missing module',
      () => file('imports.mjs', "import './gone.mjs';"),
      /^PROVIDERS: .*imports\.mjs does not load: Cannot find module /,
    ],
    [
      'a file without a provider',
      () => file('empty.js', 'export const nothing = 1;'),
      /empty\.js exports no provider\. /,
    ],
    [
      'an id of the program’s own',
      () => file('own.ts', exporting('demoBank')),
      /own\.ts has the id demoBank, which is a provider of /,
    ],
    [
      'the same id twice',
      () => [file('one.ts', exporting('onePay')), file('other.ts', exporting('onePay'))].join(),
      /^PROVIDERS: .+other\.ts and .+one\.ts are both onePay\. Take one of them out of PROVIDERS\.$/,
    ],
  ])('for %s', (_, providers, says) => {
    const { err, code } = typesWith(providers());
    expect(err).toMatch(says);
    expect(err).not.toContain('\n');
    expect(code).toBe(1);
  });

  itAtLength(['src/server.ts', 'src/cli/main.ts'], isFirst)('when it is %s as well', (script) => {
    const { stderr, status } = spawnSync(process.execPath, [join(ROOT, script)], {
      env: { ...process.env, DATA_DIR: join(folder, 'data'), PROVIDERS: './none.ts' },
      cwd: checkout(),
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^PROVIDERS: \.\/none\.ts is not there: [^\n]+\n$/);
    expect(status).toBe(1);
  });
});
