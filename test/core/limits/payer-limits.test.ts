import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { AttemptCounter } from '../../../src/core/limits/attempt-counter.ts';
import { PayerLimits } from '../../../src/core/limits/payer-limits.ts';
import { type LimitsProfile, limitsProfile } from '../../../src/core/merchant/limits-profile.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { seededRandom } from '../../support/random.ts';

const DEFAULTS = limitsProfile.parse({});
const CARD = '4000000000000002';
const TEST_CARD = '5123450000000008';

function world(given: Partial<LimitsProfile> = {}, keys = ['k']) {
  let now = Date.UTC(2026, 10, 25, 12);
  const counted = new AttemptCounter();
  const sealer = {
    hashes: (purpose: string, text: string) =>
      keys.map((key) => createHash('sha256').update(`${key} ${purpose} ${text}`).digest()),
  };
  const testCards = new Set([TEST_CARD]);
  const limits = new PayerLimits({ clock: { now: () => now }, sealer, counted, testCards });
  const shop = { merchantKey: 1, limits: { ...DEFAULTS, ...given } };
  return {
    counted,
    limits,
    keys,
    suspicion: (network: string, device?: string, number = CARD) =>
      limits.suspicion(shop, limits.subjectsOf(network, device), new Secret(number)),
    tried: (network: string, isDeclined: boolean, device?: string, number = CARD) =>
      limits.countAttempt(shop, limits.subjectsOf(network, device), new Secret(number), isDeclined),
    /** As the gateway counts it of each try that it sends. */
    triedOfBin: (isDeclined: boolean, bin = CARD.slice(0, 6)) => {
      counted.add(1, 'BIN_TRIED_HERE', bin, bin, now);
      if (isDeclined) {
        counted.add(1, 'BIN_DECLINED_HERE', bin, bin, now);
        counted.add(1, 'BIN', bin, bin, now);
      }
    },
    later: (ms: number) => {
      now += ms;
    },
  };
}

function times(count: number, act: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) {
    act(index);
  }
}

describe('a payer', () => {
  it('is suspected after ten declines from one address within an hour, and costs more with each further one', () => {
    const { suspicion, tried, later } = world();
    times(9, () => tried('203.0.113.7', true));
    expect(suspicion('203.0.113.7')).toBeUndefined();
    tried('203.0.113.7', true);
    expect(suspicion('203.0.113.7')).toEqual({ rule: 'ADDRESS', level: 1 });
    tried('203.0.113.7', true);
    expect(suspicion('203.0.113.7')).toEqual({ rule: 'ADDRESS', level: 2 });
    expect(suspicion('203.0.113.8')).toBeUndefined();
    later(HOUR_MS);
    expect(suspicion('203.0.113.7')).toBeUndefined();
  });

  it('is not suspected behind an address from which most payments are approved, for any number of declines', () => {
    const { suspicion, tried } = world();
    times(1_000, (index) => tried('203.0.113.7', index % 4 === 0));
    expect(suspicion('203.0.113.7')).toBeUndefined();
  });

  it('is known by the browser’s cookie from any address, and never needs one', () => {
    const { suspicion, tried } = world();
    times(5, (index) => tried(`203.0.113.${index}`, true, 'cookie'));
    expect(suspicion('198.51.100.1', 'cookie')).toEqual({ rule: 'DEVICE', level: 1 });
    expect(suspicion('198.51.100.1')).toBeUndefined();
    expect(suspicion('198.51.100.1', 'another')).toBeUndefined();
  });

  it('is suspected in any case while most payments at the merchant’s pages are declined, at the same small cost', () => {
    const { suspicion, tried, later } = world();
    times(49, (index) => tried(`10.0.0.${index}`, true));
    expect(suspicion('198.51.100.1')).toBeUndefined();
    times(30, (index) => tried(`10.0.1.${index}`, true));
    expect(suspicion('198.51.100.1')).toEqual({ rule: 'MERCHANT', level: 1 });
    later(5 * 60_000);
    expect(suspicion('198.51.100.1')).toBeUndefined();
  });

  it('is suspected with a card of a range that is near its limit', () => {
    const { suspicion, triedOfBin } = world();
    times(15, () => triedOfBin(true));
    expect(suspicion('198.51.100.1')).toEqual({ rule: 'BIN', level: 1 });
    expect(suspicion('198.51.100.1', undefined, '5123450000000008')).toBeUndefined();
  });

  it.each([
    { challenges: false },
    { declinesPerAddress: null, declinesPerBin: null, declinesPerDevice: null, declinesPerMerchant: null },
  ])('is never suspected where the profile says %j', (none) => {
    const { suspicion, tried, triedOfBin } = world(none);
    times(200, () => {
      tried('203.0.113.7', true, 'cookie');
      triedOfBin(true);
    });
    expect(suspicion('203.0.113.7', 'cookie')).toBeUndefined();
  });

  it('is not suspected for declines of a test card, unless the profile sets that limit itself', () => {
    const { suspicion, tried } = world();
    times(60, () => tried('203.0.113.7', true, 'cookie', TEST_CARD));
    expect(suspicion('203.0.113.7', 'cookie', TEST_CARD)).toBeUndefined();
    expect(suspicion('203.0.113.7', 'cookie')).toBeUndefined();
    times(10, () => tried('203.0.113.7', true));
    expect(suspicion('203.0.113.7', undefined, TEST_CARD)).toBeUndefined();
    expect(suspicion('203.0.113.7')).toEqual({ rule: 'ADDRESS', level: 1 });
    const strict = world({ declinesPerAddress: 3 });
    times(3, () => strict.tried('203.0.113.7', true, 'cookie', TEST_CARD));
    expect(strict.suspicion('203.0.113.7', undefined, TEST_CARD)).toEqual({ rule: 'ADDRESS', level: 1 });
  });

  it('stays suspected when a key is changed', () => {
    const { suspicion, tried, keys } = world();
    times(10, () => tried('203.0.113.7', true));
    keys.unshift('next');
    expect(suspicion('203.0.113.7')).toMatchObject({ rule: 'ADDRESS' });
  });

  it('is counted by keyed hashes alone', () => {
    const { counted, tried } = world();
    tried('203.0.113.7', true, 'cookie');
    const { counts } = counted.unwritten();
    expect(counts.map(({ kind }) => kind)).toEqual(['ADDRESS', 'DEVICE', 'PAGE']);
    expect(counts.map(({ shown }) => shown)).toEqual([
      expect.stringMatching(/^address:[\w-]{12}$/),
      expect.stringMatching(/^device:[\w-]{12}$/),
      'pages',
    ]);
    expect(JSON.stringify(counts)).not.toMatch(/203\.0\.113|cookie/);
  });
});

describe('a bot on the pages of one merchant', () => {
  it('with 1,000 cards from 200 addresses is suspected from its fifty-first on', () => {
    const { suspicion, tried } = world();
    let first: number | undefined;
    let suspected = 0;
    times(1_000, (index) => {
      const address = `203.0.113.${index % 200}`;
      const number = `4${String(index).padStart(15, '0')}`;
      if (suspicion(address, undefined, `${(400_000 + index) % 999_999}${number.slice(6)}`) !== undefined) {
        suspected += 1;
        first ??= index;
      }
      tried(address, true);
    });
    console.log(`1,000 cards from 200 addresses: ${suspected} challenged, the first of them the ${first! + 1}th`);
    expect([first, suspected]).toEqual([50, 950]);
  });
});

describe('normal traffic', () => {
  it(
    'of 100,000 payments on pages, a tenth of them declined, a fifth from behind 20 carriers, is not challenged',
    AT_LENGTH,
    () => {
      const { suspicion, tried, triedOfBin, later } = world();
      const random = seededRandom('20261125');
      let tries = 0;
      let challenged = 0;
      times(100_000, (index) => {
        const isDeclined = random.between(0, 10) === 0;
        const address = random.between(0, 5) === 0 ? `carrier-${random.between(0, 20)}` : `home-${index % 60_000}`;
        const bin = `4${String(index % 200).padStart(5, '0')}`;
        // After a decline the payer tries the card once more, and some then another one.
        times(isDeclined ? random.between(2, 4) : 1, () => {
          tries += 1;
          challenged += suspicion(address, `device-${index}`, `${bin}0000000000`) === undefined ? 0 : 1;
          tried(address, isDeclined, `device-${index}`);
          triedOfBin(isDeclined, bin);
        });
        later(50);
      });
      console.log(`${challenged} of ${tries} normal tries challenged`);
      expect(challenged / tries).toBeLessThan(0.001);
    },
  );

  it('of a small shop whose payers share one address is challenged seldom', () => {
    const { suspicion, tried, later } = world();
    const random = seededRandom('20261126');
    let challenged = 0;
    times(20_000, (index) => {
      challenged += suspicion('office', `device-${index}`) === undefined ? 0 : 1;
      tried('office', random.between(0, 10) === 0, `device-${index}`);
      later(random.between(1_000, 60_000));
    });
    console.log(`${challenged} of 20,000 tries behind one address challenged`);
    expect(challenged / 20_000).toBeLessThan(0.001);
  });
});
