/** The search for the lighter browser by `npm test`, with simulated answers of the system's package manager. */
import { expect, it } from 'vitest';
import { findShell } from '../../scripts/lib/browser.mjs';

const DEBIANS = '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';
const notCalled = () => Promise.reject(new Error('It was installed.'));

it('the headless shell is an installed one, also beside another browser', async () => {
  expect(await findShell('/opt/chrome', { look: () => SHELL, install: notCalled })).toBe(SHELL);
});

it('the headless shell is installed beside Debian’s browser, whose version it then has', async () => {
  let isThere = false;
  const install = async () => {
    isThere = true;
  };
  expect(await findShell(DEBIANS, { look: () => (isThere ? SHELL : undefined), install })).toBe(SHELL);
});

it('the headless shell is not installed beside another browser', async () => {
  expect(await findShell('/opt/chrome', { look: () => undefined, install: notCalled })).toBeUndefined();
});

it('the headless shell may be missing where it cannot be installed', async () => {
  const install = () => Promise.reject(new Error('no root'));
  expect(await findShell(DEBIANS, { look: () => undefined, install })).toBeUndefined();
});
