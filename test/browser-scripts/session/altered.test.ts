/**
 * Hosted fields that programs in the payer's browser change, in the shop's page and in the frames: translators,
 * password managers and autofill. The session gets the values that the payer typed, and those that a program has set.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { itAtLength } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, newSession, typeCard } from './form-page.ts';

const rig = useRig();
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

/** Each runs in a document. */
const ALTERATIONS = {
  'a translator': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) {
      texts.push(walker.currentNode as Text);
    }
    for (const text of texts.filter(
      ({ data, parentElement }) => data.trim() !== '' && parentElement?.matches('script') === false,
    )) {
      const font = document.createElement('font');
      font.textContent = `Ü ${text.data}`;
      text.replaceWith(font);
    }
    document.documentElement.lang = 'auto-translated';
  },
  'a password manager that inserts its elements': () => {
    for (const input of document.querySelectorAll('input:not([aria-hidden] input)')) {
      const hidden = document.createElement('input');
      hidden.type = 'password';
      hidden.hidden = true;
      input.before(hidden, document.createElement('manager-icon'));
    }
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.prepend(document.createElement('manager-root'), frame);
  },
  'a password manager that wraps the inputs': () => {
    for (const input of document.querySelectorAll('input:not([aria-hidden] input)')) {
      const wrapper = document.createElement('span');
      input.replaceWith(wrapper);
      wrapper.append(input);
    }
  },
  'a program that adds attributes': () => {
    for (const element of document.querySelectorAll('body, body *')) {
      element.setAttribute('data-manager-id', '1');
      element.classList.add('manager');
    }
  },
} as const;

const fieldFrames = (page: Page) => page.frames().filter((frame) => frame.url().endsWith('/field'));

async function open() {
  const { page } = await rig.payer();
  const session = await newSession(rig);
  await page.goto(formPage(rig, shop, { session }));
  await callsOf(page, 'initialized');
  return page;
}

/** The arguments of the callback, after the shop's page has asked to store the fields. */
async function stored(page: Page, count = 1) {
  await call(page, `PaymentSession.updateSessionFromForm('card')`);
  const [outcome] = await callsOf(page, 'updated', count);
  return outcome;
}

async function expectStored(page: Page, count = 1): Promise<void> {
  expect(await stored(page, count)).toMatchObject({
    status: 'ok',
    sourceOfFunds: {
      provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' }, securityCode: 'xxx' } },
    },
  });
}

itAtLength(
  Object.keys(ALTERATIONS).flatMap((name) => ['the shop’s page', 'the fields'].map((place) => [name, place] as const)),
  ([name, place]) => name.includes('wraps') && place === 'the fields',
)('%s in %s changes nothing of what is stored, and of what is wrong', async (name, place) => {
  const page = await open();
  await typeCard(page, { code: '' });
  const alter = ALTERATIONS[name as keyof typeof ALTERATIONS];
  for (const document of place === 'the fields' ? fieldFrames(page) : [page]) {
    await document.evaluate(alter);
  }
  expect(await stored(page)).toEqual({ status: 'fields_in_error', errors: { securityCode: 'missing' } });
  for (const frame of fieldFrames(page)) {
    const code = frame.locator('#f[autocomplete=cc-csc]');
    if ((await code.count()) > 0) {
      await code.fill(CARD.code);
    }
  }
  await expectStored(page, 2);
});

it('values that a program sets without events, in the fields and in the inputs for autofill, are stored', async () => {
  const page = await open();
  await field(page, '#number').evaluate((input: HTMLInputElement, number) => {
    input.value = number;
  }, CARD.number);
  for (const [autocomplete, value] of [
    ['cc-exp-month', CARD.month],
    ['cc-exp-year', CARD.year],
    ['cc-csc', CARD.code],
  ]) {
    const box = page.frameLocator('#number + iframe').locator(`[autocomplete=${autocomplete}]`);
    await box.evaluate((input: HTMLInputElement, text) => {
      input.value = text;
    }, value ?? '');
  }
  await expectStored(page);
});
