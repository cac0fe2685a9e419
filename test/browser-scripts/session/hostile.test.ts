/** Hostile pages and pages with strict policies: card data stays with the gateway, and no call hangs. */
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, CARD_FORM, call, callsOf, field, formPage, newSession, type, typeCard } from './form-page.ts';

/** Makes the shop's pages believe that they are from another machine. */
const rig = useRig({
  browser: { executablePath: WHOLE_BROWSER, args: ['--host-resolver-rules=MAP shop.example 127.0.0.1'] },
});
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

/** The sources that the guide says a page must allow, and otherwise only its own inline script. */
const strict = (gateway: string) =>
  `default-src 'none'; script-src 'unsafe-inline' ${gateway}; frame-src ${gateway}; require-trusted-types-for 'script'; trusted-types 'none'`;

async function heapOf(page: Page): Promise<string> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot');
  return chunks.join('');
}

/** Records every message to the page: the page listens to everything that it can. */
const EAVESDROPPER = `<script>
  window.heard = [];
  const hear = (event) => heard.push(JSON.stringify(event.data));
  addEventListener('message', hear, true);
  const Channel = window.MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() { super(); this.port1.addEventListener('message', hear); }
  };
  new BroadcastChannel('turnpike').onmessage = hear;
</script>`;

it('the payer’s input stays out of the page: heap, document and messages are searched', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const html = EAVESDROPPER + CARD_FORM;
  const script = 'window.canary = "canary of the page";';
  await page.goto(formPage(rig, shop, { session: await newSession(rig), html, script }));
  await callsOf(page, 'initialized');
  await typeCard(page, { number: '378282246310005', code: '7391' });
  await call(page, 'PaymentSession.updateSessionFromForm("card")');
  expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  const document = await page.evaluate(() => globalThis.document.documentElement.outerHTML);
  const heard = (await page.evaluate(() => Reflect.get(window, 'heard'))) as string[];
  const heap = await heapOf(page);
  expect(heard.length).toBeGreaterThan(10);
  expect(heap).toContain('canary of the page');
  const typed = ['378282246310005', '3782 822463 10005', '37828224', '2246310005', '22463 10005'];
  const found = Object.entries({ document, heard: heard.join('\n'), heap }).flatMap(([place, text]) =>
    typed.filter((form) => text.includes(form)).map((form) => [place, form]),
  );
  expect(found).toEqual([]);
  expect(heard.filter((one) => one.includes('7391'))).toEqual([]);
});

describe('a page whose policy allows only the gateway', () => {
  it('has working fields without a violation, also with Trusted Types', async () => {
    const { page, complaints } = await rig.payer();
    const headers = { 'Content-Security-Policy': strict(rig.stack.origin) };
    await page.goto(formPage(rig, shop, { session: await newSession(rig), headers }));
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    await typeCard(page);
    await field(page, '#name').press('Enter');
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
    expect(complaints).toEqual([]);
  });

  it('has working fields when it is isolated from all other origins', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    const headers = {
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    };
    await page.goto(formPage(rig, shop, { session: 'SESSION', headers }));
    expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
    expect(await page.evaluate(() => Reflect.get(window, 'crossOriginIsolated'))).toBe(true);
  });

  it('that forbids the frames gets an error with the violated directive', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    const headers = { 'Content-Security-Policy': "frame-src 'none'" };
    await page.goto(formPage(rig, shop, { session: 'SESSION', headers }));
    const [{ status, message }] = await callsOf(page, 'initialized');
    expect([status, message]).toEqual(['system_error', expect.stringContaining('frame-src')]);
  });

  it('a page in a sandboxed frame gets an error with the missing permission', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    const inner = formPage(rig, shop, { session: 'SESSION' });
    await page.goto(shop.page(`<iframe sandbox="allow-scripts" src="${inner}"></iframe>`));
    const frame = page.frames().find((one) => one.url() === inner)!;
    await frame.waitForFunction(() => Reflect.get(window, 'told').length > 0);
    const [[, result]] = (await frame.evaluate(() => Reflect.get(window, 'told'))) as [[string, object]];
    expect(result).toMatchObject({ status: 'system_error', message: expect.stringContaining('allow-same-origin') });
  });
});

it('a page that was served by http, from another machine, gets no card fields', async () => {
  const { page } = await rig.payer();
  await page.goto(formPage(rig, shop, { session: 'SESSION' }).replace('127.0.0.1', 'shop.example'));
  const [{ status, message }] = await callsOf(page, 'initialized');
  expect([status, message]).toEqual(['system_error', 'the page must be served by https']);
  expect(await page.locator('iframe').count()).toBe(0);
});

describe('a hostile page', () => {
  const openForm = async (script = '') => {
    const { page } = await rig.payer();
    await page.goto(formPage(rig, shop, { session: await newSession(rig), script }));
    await callsOf(page, 'initialized');
    return page;
  };

  it('cannot read its fields', async () => {
    const page = await openForm();
    await type(page, '#number', CARD.number);
    const read = await page.evaluate(() =>
      [...Array(window.length).keys()].map((index) => {
        const frame = window[index]!;
        return ['document', 'turnpikeField', 'eval'].map((name) => {
          try {
            return String(Reflect.get(frame, name));
          } catch (error) {
            return (error as Error).name;
          }
        });
      }),
    );
    expect(read).toEqual(Array(5).fill(Array(3).fill('SecurityError')));
  });

  it('passes a channel of its own, and gets no message by it', AT_LENGTH, async () => {
    const page = await openForm();
    await call(
      page,
      `window.stolen = [];
      for (let index = 0; index < window.length; index++) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => stolen.push(data);
        window[index].postMessage({ what: 'turnpike field', form: 'x', role: 'card.number', setup: {} }, '*', [port2]);
      }`,
    );
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
    expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toEqual([]);
  });

  it('posts messages by the thousand, and the form still works', AT_LENGTH, async () => {
    const page = await openForm();
    await call(
      page,
      `for (let count = 0; count < 5000; count++) {
        for (let index = 0; index < window.length; index++) {
          window[index].postMessage({ do: 'store', session: 'x', id: count, what: 'turnpike field' }, '*');
        }
        PaymentSession.setMessage('card.number', String(count));
        PaymentSession.setFocusStyle(['card.number'], { color: 'red' });
        PaymentSession.updateSessionFromForm('giftCard');
      }`,
    );
    await typeCard(page);
    await call(page, 'told.length = 0; PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });

  it('copies a frame, and the copy accepts no input', AT_LENGTH, async () => {
    const page = await openForm();
    await call(page, `document.body.append(document.querySelector('iframe').cloneNode())`);
    const copy = page.frameLocator('body > iframe');
    await copy.locator('#l').waitFor({ state: 'attached' });
    expect(await copy.locator('input').count()).toBe(0);
  });

  it(
    'removes frames, or navigates them: the remaining fields are stored, and the page gets an error',
    AT_LENGTH,
    async () => {
      const page = await openForm();
      await typeCard(page);
      await call(
        page,
        `document.querySelector('#number + iframe').src = 'about:blank'; document.querySelector('#code + iframe').remove();`,
      );
      await page.waitForFunction(() => window.length === 4);
      await call(page, 'PaymentSession.configure(configuration)');
      await call(page, 'PaymentSession.validate("card", note("validated"))');
      expect((await callsOf(page, 'validated'))[0].card.isValid).toBe(false);
    },
  );

  it('moves its form to another place: its frames start again and work', AT_LENGTH, async () => {
    const page = await openForm();
    await call(page, `document.body.append(document.querySelector('form'))`);
    await expect.poll(() => field(page, '#name').count()).toBe(1);
    await typeCard(page);
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
  });

  it('opens the page of a field by itself, which is inert', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    await page.goto(`${rig.stack.origin}/form/version/100/merchant/TESTSHOP/field`);
    await page.evaluate(() =>
      window.postMessage({ what: 'turnpike field', form: 'x', role: 'card.number', setup: {} }, '*', [
        new MessageChannel().port2,
      ]),
    );
    expect(await page.locator('input').count()).toBe(0);
  });
});
