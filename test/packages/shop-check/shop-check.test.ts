/** The kit against the example shop, whole and with planted faults, on a gateway in this process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../../packages/shop-check/examples/node/shop.mjs';
import { runCommand } from '../../../packages/shop-check/src/command.ts';
import {
  checkShop,
  HISTORIES,
  MISTAKES,
  type OrderStatus,
  type World,
} from '../../../packages/shop-check/src/index.ts';
import { ROOT } from '../../../scripts/lib/project.mjs';
import { itAtLength } from '../../support/at-length.ts';
import { FAULTS } from './faulty-shops.ts';
import { startKitWorld } from './kit-world.ts';
import { serveShop, TOKEN } from './served-shop.ts';

let world: World;
beforeAll(async () => {
  world = await startKitWorld();
});
afterAll(() => world.close());

/** The limit of an exchange on a busy machine. */
const BUSY_MS = 60_000;

/** The same gateway for every check of this file. */
const startWorld = async (): Promise<World> => ({ ...world, close: async () => undefined });

async function failures(Kind: typeof Shop, only: readonly string[]) {
  let shop: Awaited<ReturnType<typeof serveShop>> | undefined;
  const make = async (wanted: Parameters<NonNullable<typeof shop>['checked']['makeOrder']>[0]) =>
    shop?.checked.makeOrder(wanted);
  const pay = new Map<string, string>();
  const report = await checkShop(
    {
      async configure(settings) {
        shop = await serveShop(settings, Kind);
      },
      async makeOrder(wanted) {
        const made = await make(wanted);
        pay.set(made?.order ?? '', made?.pay ?? '');
        return made?.order ?? '';
      },
      startCheckout: (order) => pay.get(order) ?? '',
      orderState: async (order) => (await shop?.checked.orderStatus(order)) as OrderStatus,
      act: async (order, act) => shop?.checked.act(order, act),
    },
    { startWorld, only, timeoutMs: BUSY_MS },
  );
  await shop?.close();
  return report.outcomes.filter(({ result }) => result !== 'passed');
}

const EXAMPLES = 'packages/shop-check/examples';

it.each([
  ['node/verify.mjs', 'src/sandbox/receiver/verifiers/verify.mjs'],
  ['php/verify.php', 'src/sandbox/receiver/verifiers/verify.php'],
  ['express/order-state.mjs', `${EXAMPLES}/node/order-state.mjs`],
  ['next/lib/order-state.mjs', `${EXAMPLES}/node/order-state.mjs`],
])('the example %s is a copy of %s', (example, original) => {
  const copy = readFileSync(join(ROOT, EXAMPLES, example), 'utf8');
  expect(copy).toBe(readFileSync(join(ROOT, original), 'utf8'));
});

describe('the histories', () => {
  it('are thirty, each with a name of its own', () => {
    expect(new Set(HISTORIES.map(({ name }) => name)).size).toBe(30);
  });

  it('name only mistakes that say how to mend them', () => {
    for (const { sentence, mend } of Object.values(MISTAKES)) {
      expect([sentence, mend]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z].*\.$/)]);
    }
  });

  it('pass at the example shop where they have two orders, a race, a reservation or a refund', async () => {
    const only = [
      'return-of-another-order',
      'return-and-notification-at-once',
      'part-capture',
      'notification-after-the-refund',
    ];
    expect(await failures(Shop, only)).toEqual([]);
  });
});

/** A history that shows the fault, and one that does not. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  'trusts the return without asking': ['forged-return', 'return-once'],
  'does not verify notifications': ['notification-forged', 'return-once'],
  'lets an older notification win': ['older-notification-last', 'never-returns'],
  'ships on each notification': ['notification-doubled', 'notification-forged'],
  'adds each notification to the paid amount': ['return-twice', 'never-returns'],
  'ignores money for a cancelled order': ['late-money'],
  'ignores notifications before the return': ['never-returns'],
  'takes a pending payment for paid': ['pending-then-paid'],
  'takes the amount from the form': ['amount-in-the-form', 'amount-changed-in-another-tab'],
  'does not compare the amount': ['amount-changed-in-another-tab', 'amount-in-the-form'],
  'books the amount of the order for that of the payment': ['amount-changed-in-another-tab'],
  'makes a new order id at each try': ['two-tabs', 'return-once'],
  'completes the last order of the payer': ['two-orders'],
  'takes a part for the whole': ['part-capture'],
  'misses refunds': ['notification-after-the-refund'],
  'ends the order at a decline': ['declined-then-paid'],
  'fails while the gateway is away': ['gateway-away-at-the-return', 'return-once'],
};

/** Faults of each part: the return, notifications, amounts, and other orders of the payer. */
const QUICK = [
  'trusts the return without asking',
  'does not verify notifications',
  'lets an older notification win',
  'ships on each notification',
  'ignores money for a cancelled order',
  'does not compare the amount',
  'makes a new order id at each try',
];

describe('a shop with a fault is found', () => {
  const isQuick = ([fault]: readonly [string, unknown]) => QUICK.includes(fault);

  itAtLength(Object.entries(FAULTS), isQuick)('that %s', async (fault, [Faulty, mistakes]) => {
    const found = await failures(Faulty, SHOWN_BY[fault] ?? []);
    expect([...new Set(found.map(({ mistake }) => mistake))]).toEqual(mistakes);
    expect(found.map(({ sentence }) => sentence).join('\n')).not.toMatch(/\{|undefined/);
  });
});

describe('a shop whose cookie is SameSite=Strict', () => {
  class NeedsCookie extends Shop {
    override async handle(request: Parameters<Shop['handle']>[0]) {
      if (request.url.pathname.startsWith('/return/') && request.headers.cookie === undefined) {
        return { status: 403, body: 'Who are you?' };
      }
      const answer = await super.handle(request);
      return { ...answer, headers: { ...answer.headers, 'set-cookie': 'sid=7; Path=/; SameSite=Strict' } };
    }
  }

  it('gets the name of the cookie that the return lacks', async () => {
    const [found] = await failures(NeedsCookie, ['return-once']);
    expect(found).toMatchObject({
      mistake: 'cookie-is-strict',
      sentence: expect.stringContaining('without the cookie sid, and your page answered 403'),
    });
  });
});

describe('a shop whose form is multipart', () => {
  class Multipart extends Shop {
    override payPage(order: Parameters<Shop['payPage']>[0]) {
      const page = super.payPage(order);
      const form =
        '<form method="post" encType="multipart/form-data"><input type="hidden" name="$ACTION_1" value="pay">';
      return { ...page, body: page.body?.replace('<form method="post">', form) };
    }

    override async startCheckout(...args: Parameters<Shop['startCheckout']>) {
      const [, { headers, body }] = args;
      const sent = await new Response(body, { headers: { 'content-type': `${headers['content-type']}` } }).formData();
      return sent.get('$ACTION_1') === 'pay' ? super.startCheckout(...args) : { status: 400 };
    }
  }

  it('gets the fields as parts', async () => {
    expect(await failures(Multipart, ['return-once'])).toEqual([]);
  });
});

describe('the command', () => {
  it('prints the settings, a line for each history, what to mend, and JUnit’s XML', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-shop-check-'));
    const junit = join(folder, 'report.xml');
    const settings = await settingsOf();
    const shop = await serveShop(
      { ...settings, gateway: settings.gateway },
      FAULTS['does not verify notifications']?.[0],
    );
    const port = new URL(settings.gateway).port;
    const only = ['--only', 'notification-forged', '--only', 'closed-tab'];
    const { code, out, err } = await command([
      shop.url,
      '--token',
      TOKEN,
      '--port',
      port,
      '--junit',
      junit,
      '--timeout',
      '60',
      ...only,
    ]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain(`  gateway                 ${settings.gateway}\n`);
    expect(out).toContain('ok    closed-tab: The payer opens the payment page and closes it.\n');
    expect(out).toMatch(
      /WRONG notification-forged: Order \S+ is paid although nobody has paid: the notification was forged\./,
    );
    expect(out).toContain('How to mend: Check the signature, or X-Notification-Secret');
    expect(out).toContain(`1 of 2 histories passed at ${shop.url}`);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testsuite name="\S+" tests="2" failures="1" skipped="0"/);
    const json = await command([shop.url, '--token', TOKEN, '--port', port, '--json', '--only', 'closed-tab']);
    expect([json.code, JSON.parse(json.out)]).toMatchObject([
      0,
      { histories: [{ name: 'closed-tab', result: 'passed' }] },
    ]);
    await shop.close();
    rmSync(folder, { recursive: true });
  });
});

/** The settings at a port that is free now. */
async function settingsOf() {
  const { openCheck } = await import('../../../packages/shop-check/src/index.ts');
  const check = await openCheck({ port: 0, startWorld });
  await check.close();
  return check.settings;
}

async function command(args: readonly string[]) {
  let out = '';
  let err = '';
  const code = await runCommand(
    args,
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    },
    { startWorld },
  );
  return { code, out, err };
}
