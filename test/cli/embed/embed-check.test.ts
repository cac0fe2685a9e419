/** `turnpike embed check` of real shops' pages, beside a running gateway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckLine } from '../../../src/cli/finding.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { openScriptShop, type ScriptShop } from '../../browser-scripts/script-shop.ts';
import { freePorts } from '../../support/ports.ts';
import { turnpike } from '../turnpike.ts';

let rig: Rig;
let shop: ScriptShop;
let origin: string;
let ours: { pinned: string; integrity: string };
beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  origin = `http://localhost:${port}`;
  rig = await startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin });
  shop = await openScriptShop();
  const { json } = await rig.call('GET', '/static/scripts.json', undefined, { authorization: null });
  ours = json.scripts.find(({ script }: { script: string }) => script === 'three-ds');
});
afterAll(async () => {
  await shop.close();
  await rig.close();
});

const THREE_DS = '/static/threeDS/1.3.0/three-ds.min.js';
const tag = (path = THREE_DS, more = '') =>
  `<!doctype html><title>Shop</title><script src="${origin}${path}" ${more}></script>`;

interface Report {
  readonly code: number;
  readonly level: string;
  readonly findings: readonly CheckLine[];
}

async function check(url: string, gateway = origin): Promise<Report> {
  const { code, out } = await turnpike(rig.folder, ['embed', 'check', url, '--json'], { PUBLIC_ORIGIN: gateway });
  return { code, ...JSON.parse(out) };
}

const of = ({ findings }: Report, name: string) =>
  findings
    .filter((one) => one.check === name)
    .map(({ level, says, remedy }) => `${level} ${says} ${remedy ?? ''}`.trim());

describe('a page on which the scripts work', () => {
  it('is reported in a line each, with exit code 0', async () => {
    const { code, out } = await turnpike(rig.folder, ['embed', 'check', shop.page(tag())], { PUBLIC_ORIGIN: origin });
    expect([code, out.trim().split('\n').at(-1)]).toEqual([0, '5 well, 0 doubtful, 0 will fail.']);
    expect(out).toContain(`${THREE_DS} is loaded, which authenticates payers.`);
  });

  it('may have integrity values', async () => {
    const report = await check(shop.page(tag(ours.pinned, `integrity="${ours.integrity}" crossorigin`)));
    expect([report.code, of(report, 'integrity')]).toEqual([
      0,
      [`WELL ${ours.pinned} is held to its integrity value.`],
    ]);
  });

  it('may have a strict policy, in its head or its markup', async () => {
    const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; frame-src http: https:; form-action https:`;
    const meta = `<meta http-equiv=Content-Security-Policy content="${policy}">${tag()}`;
    const reports = [
      await check(shop.page(tag(), { 'Content-Security-Policy': policy })),
      await check(shop.page(meta)),
    ];
    expect(reports.map((report) => of(report, 'policy'))).toEqual([
      ['WELL The page’s Content-Security-Policy allows what its scripts of this gateway need.'],
      ['WELL The page’s Content-Security-Policy allows what its scripts of this gateway need.'],
    ]);
  });

  it('may allow a script by its nonce', async () => {
    const policy = `script-src 'nonce-abc' 'strict-dynamic'`;
    const report = await check(shop.page(tag(THREE_DS, 'nonce=abc'), { 'Content-Security-Policy': policy }));
    expect(report.code).toBe(0);
  });
});

describe('a page on which the scripts do not work', () => {
  it.each([
    [
      "script-src 'self'",
      `script-src keeps three-ds.js from working: it does not allow {origin}.`,
      'add {origin} to script-src-elem',
    ],
    [
      "default-src 'none'; script-src *; frame-src *; form-action *",
      'default-src keeps three-ds.js',
      'add {origin} to connect-src',
    ],
    ['frame-src {origin}', 'does not allow https:.', 'add https: to frame-src'],
    ["form-action 'self'", 'form-action keeps three-ds.js', 'add https: to form-action'],
    ["script-src 'strict-dynamic' *", 'script-src keeps three-ds.js', 'add {origin} to script-src-elem'],
    ['sandbox allow-scripts', 'puts the page into a sandbox', 'add allow-forms allow-same-origin'],
  ])('because of the policy %s', async (policy, says, remedy) => {
    const named = (text: string) => text.replace('{origin}', origin);
    const report = await check(shop.page(tag(), { 'Content-Security-Policy': named(policy) }));
    expect([report.code, of(report, 'policy').length]).toEqual([1, 1]);
    expect(of(report, 'policy')[0]).toContain(named(says));
    expect(of(report, 'policy')[0]).toContain(named(remedy));
  });

  it('because one of several policies forbids it', async () => {
    const report = await check(shop.page(tag(), { 'Content-Security-Policy': "script-src *, script-src 'none'" }));
    expect([report.code, of(report, 'policy').length]).toEqual([1, 1]);
  });

  it.each([
    ['of another release', 'integrity="sha384-AAAA" crossorigin', 'load {pinned} with integrity="{integrity}"'],
    ['that the browser may not read', 'integrity="{integrity}"', 'add crossorigin="anonymous"'],
  ])('because of an integrity value %s', async (_what, attributes, remedy) => {
    const named = (text: string) => text.replace('{pinned}', ours.pinned).replace('{integrity}', ours.integrity);
    const report = await check(shop.page(tag(THREE_DS, named(attributes))));
    expect([report.code, of(report, 'integrity')[0]]).toEqual([1, expect.stringContaining(named(remedy))]);
  });

  it('because of an address without a script', async () => {
    const report = await check(shop.page(tag('/static/threeDS/three-ds.js')));
    expect(of(report, 'scripts')[0]).toContain('/static/threeDS/{version}/three-ds.min.js');
  });

  it('because it is cross-origin isolated', async () => {
    const report = await check(shop.page(tag(), { 'Cross-Origin-Embedder-Policy': 'require-corp' }));
    expect([report.code, of(report, 'frames')[0]]).toEqual([1, expect.stringContaining('leave the header out')]);
  });

  it('because it is not a page', async () => {
    const { origin: elsewhere } = shop;
    const report = await check(shop.page('{}', { 'Content-Type': 'application/json' }));
    expect(of(report, 'page')[0]).toContain('application/json, and no page');
    expect((await check(`${elsewhere.replace(/\d+$/, '1')}/`)).code).toBe(1);
  });
});

it('a page whose script loads others is checked with all of the gateway’s scripts', async () => {
  const report = await check(shop.page('<title>Shop</title>', { 'Content-Security-Policy': "connect-src 'none'" }));
  expect([of(report, 'scripts')[0]?.slice(0, 8), report.code]).toEqual(['DOUBTFUL', 1]);
  expect(of(report, 'policy')).toEqual([expect.stringContaining('connect-src keeps three-ds.js from working')]);
});

it('no further result is reported without a gateway', async () => {
  const [port = 0] = await freePorts(1);
  const report = await check(shop.page(tag()), `http://localhost:${port}`);
  expect([report.code, report.findings.map(({ check: name }) => name)]).toEqual([1, ['gateway']]);
});

it.each([[], ['shop.example'], ['ftp://shop.example'], ['http://a', 'http://b']])(
  'the command called with %s shows its usage',
  async (...args) => {
    const { code, err } = await turnpike(rig.folder, ['embed', 'check', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining('turnpike embed check URL [--json]')]);
  },
);
