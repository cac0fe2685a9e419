/** The types that pages written in TypeScript copy, as committed, checked by the compiler. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { scriptTypesText } from '../../../../src/api/reference/client/script-types.ts';

const FILE = 'docs/turnpike-scripts.d.ts';
const COMPILER = resolve('node_modules/typescript/bin/tsc');

const folder = mkdtempSync(join(tmpdir(), 'turnpike-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns the compiler's output for a page's source with the types beside it */
function compiled(source: string): string {
  copyFileSync(FILE, join(folder, 'turnpike-scripts.d.ts'));
  writeFileSync(join(folder, 'page.ts'), source);
  const options = ['--noEmit', '--strict', '--lib', 'esnext,dom', '--types', '', '--ignoreConfig'];
  try {
    execFileSync(process.execPath, [COMPILER, ...options, 'page.ts', 'turnpike-scripts.d.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

it('the types are generated from the contract', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(scriptTypesText());
});

it('the types let a page use each script', () => {
  const said = compiled(`
    ThreeDS.configure({ merchantId: 'SHOP', sessionId: 'SESSION1', containerId: 'bank', callback: () => ThreeDS.isConfigured() });
    ThreeDS.initiateAuthentication('O-1', '1', ({ error, restApiResponse }) => {
      const status: string | undefined = error?.cause ?? restApiResponse?.transaction.authenticationStatus;
      ThreeDS.authenticatePayer('O-1', '1', ({ htmlRedirectCode }) => console.log(status, htmlRedirectCode?.length), {
        fullScreenRedirect: true,
        billing: { address: { city: 'Dublin' } },
      });
    });
    Checkout.configure({ session: { id: 'SESSION1' } });
    Checkout.showEmbeddedPage('#here');
    PaymentSession.configure({
      session: 'SESSION1',
      fields: { card: { number: '#number', securityCode: '#code' } },
      callbacks: {
        initialized: ({ status }) => status === 'ok' && PaymentSession.setFocus('card.number'),
        formSessionUpdate: (response) => {
          if (response.status === 'fields_in_error') { console.log(response.errors.cardNumber); }
          if (response.status === 'ok') { console.log(response.session.version); }
        },
      },
    });
    PaymentSession.updateSessionFromForm('card');
  `);
  expect(said).toBe('');
});

it('the types report misspelt names', () => {
  const said = compiled(`
    ThreeDS.authenticatePayer('O-1', '1', () => undefined, { biling: {} });
    PaymentSession.updateSessionFromForm('cheque');
  `);
  expect(said).toMatch(/page\.ts\(2,.*biling/);
  expect(said).toMatch(/page\.ts\(3,.*cheque/);
});
