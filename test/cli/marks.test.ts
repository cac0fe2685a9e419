/** The operator's artwork of card schemes and wallets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { installedMarks } from '../../src/back-office/marks/index.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
let folder: string;
const folders = mkdtempSync(join(tmpdir(), 'turnpike-marks-'));
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => {
  folder = mkdtempSync(join(folders, 'one-'));
});
afterAll(async () => {
  await rig.close();
  rmSync(folders, { recursive: true, force: true });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32"><path d="M0 0h9v9z"/></svg>';
const given = (name: string, content: string) => writeFileSync(join(folder, name), content);
const install = () => turnpike(rig.folder, ['marks', 'install', folder]);
const names = () => Object.keys(installedMarks(rig.folder) ?? {});

it('is installed by the names of its files, each listed with its outcome, and removed again', async () => {
  given('Visa.svg', SVG);
  given('apple-pay.svg', SVG);
  given('notes.txt', 'from the schemes');
  const ran = await install();
  expect(ran.code).toBe(0);
  expect(ran.out.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^Visa\.svg: fine, \d+ bytes compressed$/),
    expect.stringMatching(/^apple-pay\.svg: fine, \d+ bytes compressed$/),
    'notes.txt: ignored, no brand has this name',
    expect.stringMatching(/^Installed 2 marks\./),
  ]);
  expect(names()).toEqual(['VISA', 'applePay']);
  expect((await turnpike(rig.folder, ['marks', 'remove'])).out).toContain('The marks were removed.');
  expect(names()).toEqual([]);
  expect((await turnpike(rig.folder, ['marks', 'remove'])).out).toContain('No marks were installed.');
});

it('is not installed at all if one file is refused, and the installed marks stay', async () => {
  given('visa.svg', SVG);
  expect((await install()).code).toBe(0);
  given('jcb.svg', SVG.replace('<path', '<script>alert(1)</script><path'));
  given('amex.svg', 'x'.repeat(70_000));
  mkdirSync(join(folder, 'uatp.svg'));
  const ran = await install();
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('amex.svg: refused, it has 70000 bytes');
  expect(ran.out).toContain('jcb.svg: refused, the SVG has <script>');
  expect(ran.out).toContain('uatp.svg: refused, it cannot be read');
  expect(ran.out).toContain('visa.svg: fine');
  expect(ran.out).toContain('Nothing was installed');
  expect(names()).toEqual(['VISA']);
});

it('is refused if a page would weigh too much with it', async () => {
  let seed = 1;
  const digits = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  for (const name of ['visa', 'jcb', 'amex']) {
    const path = Array.from({ length: 400 }, () => `L${digits() % 9_999} ${digits() % 9_999}`).join('');
    given(`${name}.svg`, SVG.replace('M0 0h9v9z', `M0 0${path}`));
  }
  const ran = await install();
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/Nothing was installed: together they have \d{4,5} bytes compressed, and 4096 are allowed\./);
});

it('needs files with known names, and a folder', async () => {
  given('logo.svg', SVG);
  const ran = await install();
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('Names of files: visa.svg, mastercard.svg');
  expect((await turnpike(rig.folder, ['marks', 'install'])).code).toBe(2);
  expect((await turnpike(rig.folder, ['marks', 'install', join(folder, 'absent')])).code).toBe(1);
  expect((await turnpike(rig.folder, ['marks', 'remove', 'visa'])).code).toBe(2);
});
