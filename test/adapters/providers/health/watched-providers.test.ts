import { describe, expect, it } from 'vitest';
import {
  PROBE_EVERY_MS,
  SILENCE_MS,
  UNANSWERED_MIN,
} from '../../../../src/adapters/providers/health/provider-breaker.ts';
import { watchProviders } from '../../../../src/adapters/providers/index.ts';
import type {
  ChosenPayment,
  NewProviderPayment,
  Provider,
  ProviderPayment,
  StateOutcome,
} from '../../../../src/core/ports/index.ts';

const MONEY = { amount: 100n, currency: 'EUR', orderId: '1' };
const OPEN: StateOutcome = { status: 'OPEN', money: MONEY };
const SILENT = { status: 'NO_ANSWER' } as const;
const BUSY = { status: 'NOT_SENT', retryAfterMs: 1_000 } as const;

const account = (merchantId: string) => ({ merchantId, members: {} });
const newPayment = (merchantId: string) => ({ account: account(merchantId) }) as NewProviderPayment;
const payment = (merchantId: string) => ({ account: account(merchantId) }) as ProviderPayment;

/** A provider with given answers, each of the same duration. */
function world() {
  let now = 0;
  let tookMs = 10;
  let answer: Awaited<ReturnType<Provider['create']>> | StateOutcome = OPEN;
  const calls: string[] = [];
  const lines: string[] = [];
  const asked = async (what: string) => {
    calls.push(what);
    now += tookMs;
    return answer as never;
  };
  const adapter: Provider = {
    id: 'pay',
    create: () => asked('create'),
    state: () => asked('state'),
    confirm: () => asked('confirm'),
    cancel: () => asked('cancel'),
    move: () => asked('move'),
    callback: () => ({ status: 'FORGED' }),
  };
  const line = (about: object, message: string) => void lines.push(`${message} ${JSON.stringify(about)}`);
  const watched = watchProviders(new Map([['pay', adapter]]), {
    monotonic: () => now,
    log: { info: line, warn: line, error: line },
  });
  const provider = watched.providers.get('pay') as Provider;
  return {
    provider,
    calls,
    lines,
    isAnswering: (merchant: string) => watched.health.isAnswering('pay', merchant),
    isKnown: (id: string) => watched.health.isAnswering(id, 'A'),
    counts: () => watched.counts().get('pay'),
    pass: (ms: number) => {
      now += ms;
    },
    answers: (with_: typeof answer, ms = 10) => {
      answer = with_;
      tookMs = ms;
    },
    /** Makes so many calls for this merchant, one after the other. */
    async ask(merchant: string, times = 1) {
      for (let time = 0; time < times; time += 1) {
        await provider.state(payment(merchant));
      }
    },
  };
}

describe('a provider that does not answer for a merchant', () => {
  it('is not offered to that merchant, whose payments by it are refused without a call', async () => {
    const { provider, answers, ask, isAnswering, calls, counts } = world();
    answers(SILENT, SILENCE_MS);
    await ask('A', UNANSWERED_MIN);
    expect([isAnswering('A'), isAnswering('B')]).toEqual([false, true]);
    calls.length = 0;
    expect(await provider.create(newPayment('A'))).toEqual({ status: 'NOT_SENT' });
    expect(calls).toEqual([]);
    await provider.create(newPayment('B'));
    expect(calls).toEqual(['create']);
    expect(counts()).toEqual({ unanswered: UNANSWERED_MIN + 1, heldBack: 1, merchantsDown: 1 });
  });

  it('is still queried about payments already started', async () => {
    const { provider, answers, ask, calls } = world();
    answers(SILENT, SILENCE_MS);
    await ask('A', UNANSWERED_MIN);
    calls.length = 0;
    await provider.state(payment('A'));
    await provider.confirm(payment('A'));
    await provider.cancel(payment('A'));
    await provider.move({ payment: payment('A') } as Parameters<Provider['move']>[0]);
    expect(calls).toEqual(['state', 'confirm', 'cancel', 'move']);
  });

  it('is available again with its first answer, also a refusal', async () => {
    const { provider, answers, ask, isAnswering, counts } = world();
    for (const answer of [OPEN, { status: 'UNKNOWN_PAYMENT' } as const]) {
      answers(SILENT, SILENCE_MS);
      await ask('A', UNANSWERED_MIN);
      expect(isAnswering('A')).toBe(false);
      answers(answer);
      await provider.state(payment('A'));
      expect(isAnswering('A')).toBe(true);
    }
    expect(counts()?.merchantsDown).toBe(0);
  });

  it('gets a probe after a while, which makes it available', async () => {
    const { provider, answers, ask, isAnswering, pass, calls } = world();
    answers(SILENT, SILENCE_MS);
    await ask('A', UNANSWERED_MIN);
    pass(PROBE_EVERY_MS);
    expect(isAnswering('A')).toBe(true);
    answers({ status: 'CREATED', pageUrl: 'https://pay.example', providerReference: '1' });
    calls.length = 0;
    await provider.create(newPayment('A'));
    expect(calls).toEqual(['create']);
    expect(isAnswering('A')).toBe(true);
  });

  it('is reported once at its start and once at its end', async () => {
    const { answers, ask, lines } = world();
    answers(SILENT, SILENCE_MS);
    await ask('A', 3 * UNANSWERED_MIN);
    answers(OPEN);
    await ask('A', 3);
    expect(lines).toEqual([
      'the provider answers nothing: no payment is begun there until it does {"provider":"pay","merchant":"A"}',
      'the provider answers again {"provider":"pay","merchant":"A"}',
    ]);
  });
});

describe('a provider', () => {
  it('that is busy, with a retry time, is neither down nor recovered', async () => {
    const { answers, ask, isAnswering } = world();
    answers(BUSY, SILENCE_MS);
    await ask('A', 10);
    expect(isAnswering('A')).toBe(true);
    answers(SILENT, SILENCE_MS);
    await ask('A', UNANSWERED_MIN);
    answers(BUSY);
    await ask('A');
    expect(isAnswering('A')).toBe(false);
  });

  it('that answers now and then is never down', async () => {
    const { answers, ask, isAnswering } = world();
    for (let turn = 0; turn < 20; turn += 1) {
      answers(SILENT, SILENCE_MS);
      await ask('A', UNANSWERED_MIN - 1);
      answers(OPEN);
      await ask('A');
    }
    expect(isAnswering('A')).toBe(true);
  });

  it('that this gateway does not have is not available', () => {
    expect(world().isKnown('other')).toBe(false);
  });
});

describe('a provider that represents many institutions', () => {
  const choosing = () => {
    let now = 0;
    const silent = async (): Promise<never> => {
      now += SILENCE_MS;
      return SILENT as never;
    };
    const asked = async (): Promise<never> => OPEN as never;
    const option = (id: string) => ({ id, name: id, code: id, country: 'DE', asks: [], isOffered: true });
    const adapter: Provider = {
      id: 'pay',
      choice: {
        options: [option('down'), option('well')],
        optionOf: (number) => (number === 'gone' ? undefined : option(number)),
        begin: ({ option: id }) => (id === 'down' ? silent() : asked()),
        ask: silent,
      },
      create: asked,
      state: ({ providerReference }) => (/^(?:down|gone)$/.test(providerReference ?? '') ? silent() : asked()),
      confirm: asked,
      cancel: asked,
      move: asked,
      callback: () => ({ status: 'FORGED' }),
    };
    const lines: object[] = [];
    const line = (about: object) => void lines.push(about);
    const { providers, health, counts } = watchProviders(new Map([['pay', adapter]]), {
      monotonic: () => now,
      log: { info: line, warn: line, error: line },
    });
    const provider = providers.get('pay') as Provider;
    return {
      provider,
      counts,
      lines,
      isAnswering: (of?: string) => health.isAnswering('pay', 'A', of),
      begin: (id: string) => provider.choice!.begin({ ...payment('A'), option: id } as ChosenPayment),
    };
  };

  it('is offered without the one institution that does not answer', async () => {
    const { begin, isAnswering, counts } = choosing();
    for (let time = 0; time < UNANSWERED_MIN; time += 1) {
      await begin('down');
    }
    expect([isAnswering(), isAnswering('down'), isAnswering('well')]).toEqual([true, false, true]);
    expect(await begin('down')).toEqual({ status: 'NOT_SENT' });
    expect(await begin('well')).toEqual(OPEN);
    expect(counts().get('pay')).toMatchObject({ heldBack: 1, merchantsDown: 1 });
  });

  it('is reported by merchant and by the silent institution', async () => {
    const { begin, lines } = choosing();
    for (let time = 0; time < UNANSWERED_MIN; time += 1) {
      await begin('down');
    }
    expect(lines).toEqual([{ provider: 'pay', merchant: 'A', option: 'down' }]);
  });

  it('is probed by the payments under way at each institution', async () => {
    const { provider, isAnswering } = choosing();
    for (let time = 0; time < UNANSWERED_MIN; time += 1) {
      await provider.state({ ...payment('A'), providerReference: 'down' });
      await provider.state({ ...payment('A'), providerReference: 'well' });
    }
    expect([isAnswering(), isAnswering('down'), isAnswering('well')]).toEqual([true, false, true]);
  });

  it('is offered while payments are under way at an institution that was removed from the list', async () => {
    const { provider, isAnswering, counts } = choosing();
    for (let time = 0; time < UNANSWERED_MIN; time += 1) {
      expect(await provider.state({ ...payment('A'), providerReference: 'gone' })).toEqual(SILENT);
    }
    expect([isAnswering(), isAnswering('well')]).toEqual([true, true]);
    expect(await provider.create(newPayment('A'))).toEqual(OPEN);
    expect(counts().get('pay')).toMatchObject({ heldBack: 0, merchantsDown: 0 });
  });
});
