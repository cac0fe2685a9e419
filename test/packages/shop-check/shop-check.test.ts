/** The kit against the example shop, whole and with planted faults, on a gateway in this process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

/** @param settleMs how long an order may take to be right; the shops of these tests change theirs before they answer */
async function failures(Kind: typeof Shop, only: readonly string[], settleMs = 0) {
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
    { startWorld, only, timeoutMs: BUSY_MS, settleMs },
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

type Request = Parameters<Shop['handle']>[0];
type Order = Parameters<Shop['ship']>[0];

describe('a shop that processes notifications after its answer', () => {
  const LATER_MS = 150;

  /** Its orders are known to the check page a moment after they are made, as by a copy of its database. */
  class Queues extends Shop {
    readonly #known = new Set<string>();

    override makeOrder(wanted: Parameters<Shop['makeOrder']>[0]) {
      const made = super.makeOrder(wanted);
      setTimeout(() => this.#known.add(made.id), LATER_MS);
      return made;
    }

    override async check(request: Request) {
      const order = request.url.searchParams.get('order');
      return request.method === 'GET' && order !== null && !this.#known.has(order)
        ? { status: 404 }
        : super.check(request);
    }

    override async notified(request: Request) {
      setTimeout(() => super.notified(request), LATER_MS);
      return { status: 204 };
    }
  }

  class QueuesForgeries extends Shop {
    override async notified({ body }: Request) {
      const { order: notified } = JSON.parse(body);
      const order = this.orders.get(notified.id);
      setTimeout(() => order !== undefined && this.book(order, notified), LATER_MS);
      return { status: 204 };
    }
  }

  it('is right if its orders are right a moment later', async () => {
    expect(await failures(Queues, ['never-returns', 'notification-doubled'], BUSY_MS)).toEqual([]);
  });

  it('is found if it believes a forged one a moment later', async () => {
    const found = await failures(QueuesForgeries, ['notification-forged']);
    expect(found.map(({ mistake }) => mistake)).toEqual(['believes-any-notification']);
  });
});

describe('a shop that', () => {
  class RedirectsItsForm extends Shop {
    override async handle(request: Request) {
      const { pathname } = request.url;
      return request.method === 'POST' && /^\/pay\/[^/]+$/.test(pathname)
        ? { status: 308, headers: { location: `${pathname}/` } }
        : super.handle(request);
    }
  }

  class Compresses extends Shop {
    override async handle(request: Request) {
      const answer = await super.handle(request);
      const headers = { ...answer.headers, 'content-encoding': 'gzip' };
      return { ...answer, headers, body: gzipSync(answer.body ?? '') as unknown as string };
    }
  }

  class AnswersActsInText extends Shop {
    override async check(request: Request) {
      const answer = await super.check(request);
      return request.body.includes('"act"') ? { status: 200, body: 'Done' } : answer;
    }
  }

  it.each([
    ['redirects its form with 308 is right', RedirectsItsForm],
    ['compresses every answer is right', Compresses],
    ['answers an act with any 2xx is right', AnswersActsInText],
  ])('%s', async (_, Right) => {
    expect(await failures(Right, ['amount-changed-in-another-tab'])).toEqual([]);
  });

  class CapturesAtOnce extends Shop {
    override async startCheckout(order: Order, request: Request) {
      return super.startCheckout({ ...order, capture: 'now' }, request);
    }
  }

  class CountsForgeries extends Shop {
    override async notified(request: Request) {
      const { order: notified } = JSON.parse(request.body);
      const order = this.orders.get(notified.id);
      if (order !== undefined && !this.isGenuine(request.headers, request.body)) {
        order.paid += notified.amount;
      }
      return super.notified(request);
    }
  }

  it.each([
    ['captures at once when it is asked for later', CapturesAtOnce, 'part-capture', 'captures-at-once'],
    [
      'counts money that never came, and leaves the order open',
      CountsForgeries,
      'notification-forged',
      'wrong-amounts',
    ],
  ])('%s is found', async (_, Faulty, history, mistake) => {
    const found = await failures(Faulty, [history]);
    expect(found.map((one) => one.mistake)).toEqual([mistake]);
    expect(found[0]?.sentence).not.toMatch(/\{|undefined/);
  });

  class Throws extends Shop {
    override async check(request: Request) {
      if (request.body.includes('"make"') && this.orders.size > 0) {
        throw new Error('The disk is full.');
      }
      return super.check(request);
    }
  }

  it('fails in the middle loses the histories that need it, and no others', async () => {
    const found = await failures(Throws, ['return-once', 'closed-tab']);
    expect(found.map(({ history, result }) => [history.name, result])).toEqual([
      ['return-once', 'failed'],
      ['closed-tab', 'failed'],
    ]);
  });
});

it('a function of a shop that throws, or never answers, is named', async () => {
  const makeOrder = ({ amount }: { readonly amount: string }) => {
    if (amount !== '60.00') {
      throw new Error('The disk is full.');
    }
    return '1';
  };
  const startCheckout = () => 'http://localhost:9/pay';
  const open = { state: 'open', paid: '0', refunded: '0' } as const;
  const [thrown] = (
    await checkShop({ makeOrder, startCheckout, orderState: () => open }, { startWorld, only: ['closed-tab'] })
  ).outcomes;
  expect(thrown?.sentence).toBe('`makeOrder` of the shop threw an error: The disk is full.');
  const silent = { makeOrder, startCheckout, orderState: () => new Promise<never>(() => undefined) };
  await expect(checkShop(silent, { startWorld, timeoutMs: 50, settleMs: 0 })).rejects.toThrow(
    '`orderState` of the shop has not answered within 0.05 s.',
  );
});

describe('the command', () => {
  it('counts a shop that answers no payer as wrong, after three histories, and its report has all', async () => {
    class NeverReturns extends Shop {
      override returned() {
        return new Promise<never>(() => undefined);
      }
    }
    const settings = await settingsOf();
    const shop = await serveShop(settings, NeverReturns);
    const options = ['--token', TOKEN, '--port', new URL(settings.gateway).port, '--timeout', '1', '--json'];
    const only = ['return-once', 'return-twice', 'another-browser', 'closed-tab'].flatMap((name) => ['--only', name]);
    const { code, out } = await command([shop.url, ...options, ...only]);
    const { histories } = JSON.parse(out);
    expect(code).toBe(1);
    expect(histories.map(({ result }: { result: string }) => result)).toEqual([
      ...['failed', 'failed', 'failed'],
      'left-out',
    ]);
    expect(histories[3].sentence).toContain('the shop did not answer');
    await shop.close();
  });

  it('has checked nothing if everything is left out', async () => {
    class OffersNothing extends Shop {
      override async check(request: Request) {
        return request.body.includes('"later"') ? { status: 501 } : super.check(request);
      }
    }
    const settings = await settingsOf();
    const shop = await serveShop(settings, OffersNothing);
    const port = new URL(settings.gateway).port;
    const { code, out } = await command([shop.url, '--token', TOKEN, '--port', port, '--only', 'part-capture']);
    expect(code).toBe(2);
    expect(out).toContain('0 of 1 histories passed');
    await shop.close();
  });

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
