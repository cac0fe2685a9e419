/** Shops' pages that load `three-ds.min.js`, on another origin than the gateway's. */
import Database from 'better-sqlite3';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idHash } from '../../../src/platform/id-seal.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { newOrderId } from '../../support/merchant.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';

const ADDRESS = '/static/threeDS/1.3.0/three-ds.min.js';
const FRICTIONLESS = '1';
const DENIED = '3';
const CHALLENGED = '7';
/** Everything is refused except for the sources that the guide says a page must allow. */
const STRICT = (gateway: string) =>
  `default-src 'none'; script-src 'unsafe-inline' ${gateway}; connect-src ${gateway}; frame-src http: https:; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'`;

const rig = useRig({ asksBanks: true });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

interface Basket {
  readonly order: string;
  readonly session: string;
}

async function basket(month: string): Promise<Basket> {
  const { merchant } = rig.stack;
  const order = newOrderId();
  const { body } = await merchant.call('POST', '/session', {});
  const session = body.session?.id ?? '';
  await merchant.call('PUT', `/session/${session}`, {
    authentication: { redirectResponseUrl: `${shop.origin}/home` },
    order: { amount: '57.20', currency: 'EUR' },
    sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: { month, year: '40' } } } },
  });
  return { order, session };
}

const OUTCOMES = 'window.outcomes = []; const note = (name) => (data) => outcomes.push([name, data]);';

/** @param script runs once the library is loaded; `note(name)` makes a callback */
function shopPage(
  { session }: Pick<Basket, 'session'>,
  script: string,
  headers?: Record<string, string>,
  what = '',
): string {
  const merchant = what.includes('another merchant') ? 'ANOTHER' : 'TESTSHOP';
  const { origin } = rig.stack;
  return shop.page(
    `<!doctype html><title>Shop</title><div id="bank"></div><script src="${origin}${ADDRESS}"></script><script>
    ${OUTCOMES}
    ThreeDS.configure({
      merchantId: '${merchant}', sessionId: '${session}', containerId: 'bank',
      callback: () => { window.ready = ThreeDS.isConfigured(); },
      configuration: { userLanguage: 'en-US', wsVersion: 100 },
    });
    ${script}</script>`,
    headers,
  );
}

const bothCalls = ({ order }: Basket, optional = '{}') => `
  ThreeDS.initiateAuthentication('${order}', 'a', (initiated) => {
    note('initiated')(initiated);
    ThreeDS.authenticatePayer('${order}', 'a', note('asked'), ${optional});
  });`;

/** The arguments of the page's callbacks, once there are so many. */
async function outcomes(page: Page, count: number) {
  await page.waitForFunction((wanted) => Reflect.get(window, 'outcomes').length >= wanted, count);
  // biome-ignore lint/suspicious/noExplicitAny: what the script gives is looked at here.
  return (await page.evaluate(() => Reflect.get(window, 'outcomes'))) as [string, any][];
}

async function answerBank(at: Pick<Page, 'locator'>): Promise<void> {
  const code = (await at.locator('.note strong').textContent()) ?? '';
  await at.locator('input[name=code]').fill(code);
  await at.locator('button[value=SUBMIT]').click();
}

const sizeOfFrame = (page: Page) =>
  page.locator('#challengeFrame').evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);

const charge = async ({ order, session }: Basket) =>
  (
    await rig.stack.merchant.call('PUT', `/order/${order}/transaction/1`, {
      apiOperation: 'PAY',
      authentication: { transactionId: 'a' },
      session: { id: session },
    })
  ).body.result;

describe('a payer with frictionless authentication', () => {
  it('is authenticated by two calls, and the page gets the API’s answers', async () => {
    const sold = await basket(FRICTIONLESS);
    const { page, complaints } = await rig.payer();
    await page.goto(shopPage(sold, bothCalls(sold)));
    const [initiated, asked] = await outcomes(page, 2);
    expect(initiated).toMatchObject([
      'initiated',
      { authenticationVersion: '3DS2', gatewayRecommendation: 'PROCEED', restApiResponse: { result: 'SUCCESS' } },
    ]);
    expect(asked).toMatchObject([
      'asked',
      {
        gatewayRecommendation: 'PROCEED',
        restApiResponse: { transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' } },
      },
    ]);
    expect(asked?.[1].htmlRedirectCode).toContain('threedsFrictionLessRedirectForm');
    expect(
      await page.evaluate(() => [Reflect.get(window, 'ready'), Reflect.get(window, 'ThreeDS').getLastCorrelationId()]),
    ).toEqual([true, asked?.[1].correlationId]);
    expect([await charge(sold), complaints]).toEqual(['SUCCESS', []]);
  });

  it('returns with the result where the page wants the whole window', AT_LENGTH, async () => {
    const sold = await basket(FRICTIONLESS);
    const { page } = await rig.payer();
    await page.goto(shopPage(sold, bothCalls(sold, '{ fullScreenRedirect: true }')));
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(shop.posted.at(-1)).toMatchObject({
      'order.id': sold.order,
      'response.gatewayRecommendation': 'PROCEED',
      result: 'SUCCESS',
      'transaction.id': 'a',
    });
  });

  it('gets the bank’s hidden method page before the page continues', AT_LENGTH, async () => {
    const sold = await basket(FRICTIONLESS);
    const { page } = await rig.payer();
    await page.goto(shopPage(sold, bothCalls(sold)));
    const [, asked] = await outcomes(page, 2);
    expect(asked?.[1].restApiResponse.authentication['3ds2'].methodCompleted).toBe(true);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a payer with a challenge', () => {
  it('answers in the page’s container', async () => {
    const sold = await basket(CHALLENGED);
    const { page } = await rig.payer();
    await page.goto(shopPage(sold, bothCalls(sold)));
    const frame = page.frameLocator('#bank > #challengeFrame');
    await frame.locator('input[name=code]').waitFor();
    // The container has no height, and is wider than the largest size.
    expect(await sizeOfFrame(page)).toEqual([600, 400]);
    await answerBank(frame);
    await frame.getByRole('heading', { name: 'Home' }).waitFor();
    expect([shop.posted.at(-1)?.result, await charge(sold)]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  itAtLength(
    [
      ['width: 304px', '{}', '250_X_400', [304, 400]],
      ['width: 460px', '{}', '390_X_400', [460, 400]],
      ['width: 550px', '{}', '500_X_600', [550, 600]],
      ['width: 550px; height: 420px', '{}', '390_X_400', [499, 420]],
      ['width: 900px; height: 650px', '{}', '600_X_400', [600, 650]],
      [
        'width: 900px',
        `{ device: { browserDetails: { '3DSecureChallengeWindowSize': '500_X_600' } } }`,
        '500_X_600',
        [599, 600],
      ],
    ],
    () => false,
  )('has a frame that fits a container of %s, with %s', async (style, optional, size, box) => {
    const sold = await basket(CHALLENGED);
    const { page } = await rig.payer();
    const asked = page.waitForRequest((request) => request.postData()?.includes('WindowSize') === true);
    await page.goto(shopPage(sold, `bank.style.cssText = '${style}'; ${bothCalls(sold, optional)}`));
    await page.frameLocator('#challengeFrame').locator('input[name=code]').waitFor();
    expect((await asked).postDataJSON().device.browserDetails['3DSecureChallengeWindowSize']).toBe(size);
    expect(await sizeOfFrame(page)).toEqual(box);
    const inner = await page.frames()[1]?.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(inner).toBeLessThanOrEqual(0);
  });

  it('answers in the whole window', AT_LENGTH, async () => {
    const sold = await basket(CHALLENGED);
    const { page } = await rig.payer();
    await page.goto(shopPage(sold, bothCalls(sold, '{ fullScreenRedirect: true }')));
    await page.locator('input[name=code]').waitFor();
    await answerBank(page);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await charge(sold)).toBe('SUCCESS');
  });

  it('answers in the whole window where the page has inserted the HTML, and no script ran', AT_LENGTH, async () => {
    const sold = await basket(CHALLENGED);
    const { page } = await rig.payer();
    const script = `
      ThreeDS.initiateAuthentication('${sold.order}', 'a', () =>
        ThreeDS.authenticatePayer('${sold.order}', 'a', (asked) => {
          document.body.innerHTML = asked.htmlRedirectCode;
        }, { fullScreenRedirect: true }));`;
    await page.goto(shopPage(sold, script));
    await page.locator('input[name=code]').waitFor();
    await answerBank(page);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await charge(sold)).toBe('SUCCESS');
  });

  it('answers on a page whose policy allows only the gateway, and no markup made of text', AT_LENGTH, async () => {
    const sold = await basket(CHALLENGED);
    const { page, complaints } = await rig.payer();
    const policy = { 'Content-Security-Policy': STRICT(rig.stack.origin) };
    await page.goto(shopPage(sold, bothCalls(sold), policy));
    await answerBank(page.frameLocator('#challengeFrame'));
    await page.frameLocator('#challengeFrame').getByRole('heading', { name: 'Home' }).waitFor();
    expect([await charge(sold), complaints]).toEqual(['SUCCESS', []]);
  });
});

it('a payer whose authentication failed is not to be charged', async () => {
  const sold = await basket(DENIED);
  const { page } = await rig.payer();
  await page.goto(shopPage(sold, bothCalls(sold)));
  const [, asked] = await outcomes(page, 2);
  expect(asked?.[1]).toMatchObject({
    gatewayRecommendation: 'DO_NOT_PROCEED',
    restApiResponse: { transaction: { authenticationStatus: 'AUTHENTICATION_FAILED' } },
  });
});

describe('authentication is prevented by', () => {
  itAtLength(
    [
      ['a malformed session id', `SESSION${'0'.repeat(24)}`, { cause: 'INVALID_REQUEST', status: 401 }],
      ['a password in the session’s place', 'the-right-password', { cause: 'NETWORK_ERROR', status: 0 }],
    ],
    isFirst,
  )('%s', async (_what, session, error) => {
    const { page } = await rig.payer();
    await page.goto(
      shopPage({ session }, `ThreeDS.initiateAuthentication('${newOrderId()}', 'a', note('initiated'));`),
    );
    const [initiated] = await outcomes(page, 1);
    expect(initiated?.[1].error).toMatchObject({ ...error, result: 'ERROR' });
    expect(initiated?.[1].error.msg).not.toBe('');
  });

  itAtLength(
    [
      ['an expired session', { cause: 'INVALID_REQUEST', status: 400 }],
      ['a session of another merchant', { cause: 'INVALID_REQUEST', status: 401 }],
      ['a session whose id has been the password as often as it may', { cause: 'REQUEST_REJECTED', status: 403 }],
    ],
    isFirst,
  )('%s', async (what, error) => {
    const sold = await basket(FRICTIONLESS);
    const store = new Database(rig.stack.storeFile);
    if (what.includes('expired')) {
      store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(sold.session));
    } else if (what.includes('often')) {
      store.prepare('UPDATE session SET authentication_limit = 0 WHERE id = ?').run(idHash(sold.session));
    }
    store.close();
    const { page } = await rig.payer();
    const html = shopPage(sold, `ThreeDS.initiateAuthentication('${sold.order}', 'a', note('initiated'));`, {}, what);
    await page.goto(html);
    const [initiated] = await outcomes(page, 1);
    expect(initiated?.[1].error).toMatchObject({ ...error, result: 'ERROR' });
  });

  it('an unavailable gateway, after whose recovery the same call succeeds', AT_LENGTH, async () => {
    const sold = await basket(FRICTIONLESS);
    const { page } = await rig.payer();
    await page.route('**/api/rest/**', (route) => route.abort(), { times: 1 });
    const script = `
      const initiate = () => ThreeDS.initiateAuthentication('${sold.order}', 'a', note('initiated'));
      ThreeDS.onEvent('error', (failed) => { note('error')(failed); initiate(); });
      initiate();`;
    await page.goto(shopPage(sold, script));
    const calls = await outcomes(page, 3);
    expect(calls.map(([name, { error }]) => [name, error?.cause])).toEqual([
      ['error', 'NETWORK_ERROR'],
      ['initiated', 'NETWORK_ERROR'],
      ['initiated', undefined],
    ]);
  });

  it('a call before configuration', async () => {
    const { page } = await rig.payer();
    const { origin } = rig.stack;
    await page.goto(
      shop.page(
        `<script src="${origin}${ADDRESS}"></script><script>${OUTCOMES} ThreeDS.authenticatePayer('o', 'a', note('asked'))</script>`,
      ),
    );
    const [asked] = await outcomes(page, 1);
    expect([asked?.[1].error.cause, await page.evaluate(() => Reflect.get(window, 'ThreeDS').isConfigured())]).toEqual([
      'INVALID_CONFIGURATION',
      false,
    ]);
  });
});

it('the script finds its gateway as a module too, without a script tag while it runs', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { origin } = rig.stack;
  await page.goto(
    shop.page(`<script type="module" src="${origin}${ADDRESS}"></script><script type="module">${OUTCOMES}
      ThreeDS.configure({ merchantId: 'TESTSHOP', sessionId: 'SESSION${'0'.repeat(24)}' });
      ThreeDS.initiateAuthentication('${newOrderId()}', 'a', note('initiated'));
      window.outcomes = outcomes;</script>`),
  );
  const [initiated] = await outcomes(page, 1);
  expect(initiated?.[1].error).toMatchObject({ cause: 'INVALID_REQUEST', status: 401 });
});

it('the script adds only one global', async () => {
  const { page } = await rig.payer();
  const names = `window.before = Object.getOwnPropertyNames(window);`;
  const after = `window.made = Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && name !== 'made');`;
  const url = shop.page(
    `<script>${names}</script><script src="${rig.stack.origin}${ADDRESS}"></script><script>${after}</script>`,
  );
  await page.goto(url);
  expect(await page.evaluate(() => Reflect.get(window, 'made'))).toEqual(['before', 'ThreeDS']);
});
