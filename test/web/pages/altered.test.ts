/**
 * Pages that programs in the payer's browser change: translators, password managers and autofill. The form sends the
 * payer's values once, and shows a mistake, at any time of the change: before the page's script, after it, or while the
 * form is sent.
 */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { isFirst, itAtLength } from '../../support/at-length.ts';
import { challengePage } from './authentications.ts';
import { donePage, payPage } from './fixtures.ts';
import { statusOf } from './payment-timelines.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

/** Each runs in the page. */
const ALTERATIONS = {
  'a translator': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) {
      texts.push(walker.currentNode as Text);
    }
    for (const text of texts.filter(({ data, parentElement }) => {
      return data.trim() !== '' && parentElement?.closest('script, style, select, [translate=no]') === null;
    })) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `Ü ${text.data}`;
      outer.append(inner);
      text.replaceWith(outer);
    }
    document.documentElement.lang = 'auto-translated';
    document.documentElement.classList.add('translated-ltr');
  },
  'a password manager that inserts its elements': () => {
    for (const box of document.querySelectorAll('form :is(input, select)')) {
      const hidden = document.createElement('input');
      hidden.type = 'password';
      hidden.hidden = true;
      box.before(hidden, document.createElement('manager-icon'));
      box.after(document.createElement('div'));
    }
    document.querySelector('#card')?.append(document.createElement('div'));
    document.body.prepend(document.createElement('manager-root'));
  },
  'a password manager that wraps the inputs': () => {
    for (const box of document.querySelectorAll('form .box :is(input, select)')) {
      const wrapper = document.createElement('span');
      box.replaceWith(wrapper);
      wrapper.append(box);
    }
  },
  'a program that moves the inputs': () => {
    for (const box of document.querySelectorAll('form .box input')) {
      box.closest('form')?.append(box);
    }
  },
  'autofill that replaces the inputs by copies': () => {
    for (const box of document.querySelectorAll<HTMLInputElement>('form .box input')) {
      const copy = box.cloneNode() as HTMLInputElement;
      copy.value = box.value;
      box.replaceWith(copy);
    }
  },
  'a program that adds attributes': () => {
    for (const element of document.querySelectorAll('body, form, form *')) {
      element.setAttribute('data-manager-id', '1');
      element.classList.add('manager');
    }
  },
  'a program that removes what it does not know': () => {
    for (const element of document.querySelectorAll('.brands, #said, #offline, .hint, [data-brand], .code, .label')) {
      element.remove();
    }
  },
} as const;

const CARD = { number: '5123450000000008', expiry: '01/39', securityCode: '100' };
type Phase = 'before the script' | 'after the payer typed' | 'while the form is sent';

/** The page of a payer, altered before its script runs if the phase is the first. */
async function openAltered(alter: () => void, phase: Phase, form: string): Promise<Page> {
  const { page } = await rig.ownVisitor();
  rig.preview.show(payPage());
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(rig.preview.origin + PAY_ADDRESS, { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  if (phase === 'before the script') {
    await page.evaluate(alter);
  }
  resolve();
  await page.waitForFunction((id) => document.querySelector<HTMLFormElement>(`form#${id}`)?.noValidate, form);
  return page;
}

async function typeCard(page: Page, card: Partial<typeof CARD>): Promise<void> {
  for (const [name, value] of Object.entries(card)) {
    await page.locator(`#card-${name}`).fill(value);
  }
}

const pay = (page: Page) => page.locator('#card .primary').evaluate((button: HTMLButtonElement) => button.click());

const NAMES = Object.keys(ALTERATIONS) as (keyof typeof ALTERATIONS)[];

describe.each(['before the script', 'after the payer typed', 'while the form is sent'] as const)(
  'changed %s,',
  (phase) => {
    const isQuick = (name: string) => phase === 'after the payer typed' || isFirst(name, NAMES.indexOf(name as never));

    itAtLength(NAMES, isQuick)('the form sends the payer’s values once, by %s', async (name) => {
      const alter = ALTERATIONS[name];
      const page = await openAltered(alter, phase, 'card');
      await typeCard(page, CARD);
      if (phase === 'after the payer typed') {
        await page.evaluate(alter);
      } else if (phase === 'while the form is sent') {
        await page.evaluate(`addEventListener('submit', ${alter}, { capture: true, once: true })`);
      }
      await pay(page);
      await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
      const { body } = rig.preview.posts[0]!;
      expect([body.get('number')?.replaceAll(' ', ''), body.get('expiry'), body.get('securityCode')]).toEqual(
        Object.values(CARD),
      );
      expect([body.getAll('attempt'), body.getAll('csrf')]).toEqual([['1'], ['token-of-the-form']]);
    });

    itAtLength(NAMES, isQuick)('the form shows a mistake and is not sent, by %s', async (name) => {
      const alter = ALTERATIONS[name];
      const page = await openAltered(alter, phase, 'card');
      await typeCard(page, { ...CARD, securityCode: '' });
      if (phase !== 'before the script') {
        await page.evaluate(alter);
      }
      await pay(page);
      await expect.poll(() => page.locator('#card-securityCode').getAttribute('aria-invalid'), patience).toBe('true');
      expect(await page.locator('#card-securityCode-error').textContent()).not.toBe('');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-securityCode');
      await page.locator('#card-securityCode').fill('100');
      await expect.poll(() => page.locator('#card-securityCode').getAttribute('aria-invalid'), patience).toBeNull();
      expect(rig.preview.posts).toEqual([]);
    });

    itAtLength(NAMES, () => false)('the gift card’s form sends its values once, by %s', async (name) => {
      const alter = ALTERATIONS[name];
      const page = await openAltered(alter, phase, 'giftCard');
      await page.evaluate(() => document.querySelector('form#giftCard')?.closest('details')?.setAttribute('open', ''));
      await page.locator('#gift-number').fill('6006000000000019');
      await page.locator('#gift-pin').fill('1234');
      if (phase !== 'before the script') {
        await page.evaluate(alter);
      }
      await page.locator('#giftCard .primary').evaluate((button: HTMLButtonElement) => button.click());
      await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
      const { body } = rig.preview.posts[0]!;
      expect([body.get('number')?.replaceAll(' ', ''), body.get('pin')]).toEqual(['6006000000000019', '1234']);
    });
  },
);

it('the bank’s page gets its own frame, and the page continues, beside a frame and inputs of another program', async () => {
  const { page } = await rig.ownVisitor();
  await page.addInitScript(() => {
    addEventListener('readystatechange', () => {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.prepend(frame);
      for (const form of document.forms) {
        form.prepend(document.createElement('input'));
      }
    });
  });
  rig.preview.show(challengePage({ frame: { width: 390, height: 400 } }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.frameLocator('iframe[name=bank]').getByRole('heading', { name: 'Your bank' }).waitFor();
  rig.preview.show(payPage());
  const bank = page.frames().find((frame) => frame.name() === 'bank');
  await bank?.goto(`${rig.preview.origin}/bank/home`).catch(() => undefined);
  await page.locator('#card-number').waitFor();
});

it('values that autofill sets without events are sent', async () => {
  const page = await rig.open(payPage());
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  await page.evaluate((card) => {
    for (const [name, value] of Object.entries(card)) {
      document.querySelector<HTMLInputElement>(`#card-${name}`)!.value = value;
    }
  }, CARD);
  await pay(page);
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  expect(rig.preview.posts[0]?.body.get('number')).toBe(CARD.number);
});

it('a button that a program has inserted into the form does not pay', async () => {
  const page = await rig.open(payPage());
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  await typeCard(page, CARD);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Fill in';
    document.querySelector('#card .box')?.append(button);
    button.click();
  });
  await typeCard(page, { securityCode: '200' });
  await pay(page);
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  expect(rig.preview.posts[0]?.body.get('securityCode')).toBe('200');
});

it.each([
  ['receipt', donePage('paid', { supportCode: 'K3DQ-9XF2' })],
  ['status page', { ...statusOf('paid'), supportCode: 'K3DQ-9XF2' }],
])('the scripts of the %s run in a page whose language a translator has set to no tag', async (_name, model) => {
  const { page } = await rig.ownVisitor();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      document.documentElement.lang = 'no tag';
    }).observe(document, { childList: true });
  });
  rig.preview.show(model);
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.getByRole('button', { name: 'Copy code' }).waitFor();
  expect(await page.locator('time').first().textContent()).toContain('2026');
});

it('a receipt’s amounts, codes and numbers are marked as not to be translated', async () => {
  const page = await rig.open(donePage('receipt', { authorizationCode: '365543', supportCode: 'K3DQ-9XF2' }));
  for (const value of ['€57.20', 'HL-20261121-0042', '632514000123', '365543', 'K3DQ-9XF2', '€12.50']) {
    const places = page.getByText(value, { exact: true });
    expect(await places.count(), value).toBeGreaterThan(0);
    for (const place of await places.all()) {
      expect(await place.evaluate((element) => element.closest('[translate=no]') !== null), value).toBe(true);
    }
  }
});
