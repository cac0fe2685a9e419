/** Promises about the verification of callbacks. */
import type { CallbackOutcome, Provider, RawCallback } from '../../../../core/ports/index.ts';
import type { AdapterPromise } from '../adapter-promise.ts';
import { BrokenPromise, NotOffered } from '../broken-promise.ts';
import { describeEntries } from '../outcomes.ts';
import { OTHER_MERCHANT } from '../subject.ts';
import type { StartedPayment, Trial } from '../trial.ts';

/** Headers of HTTP itself, which signatures do not use. */
const TRANSPORT =
  /^(?:accept(?:-.*)?|connection|content-(?:length|type)|date|expect|host|transfer-encoding|user-agent)$/i;

/**
 * The maximum number of changes. Each change is tested by a call of the adapter, and some adapters then send a request
 * to the provider.
 */
const CHANGES_MAX = 500;

const MANY_BYTES = 1024 * 1024;

/** How much later than the maximum age of the provider's signature a callback arrives. */
const LATE_MS = 1_000;

export const CALLBACKS: readonly AdapterPromise[] = [
  {
    id: 'callbacks.genuine',
    says: "The provider's own callback is genuine, and names the payment and the money that it is of.",
    async keeps(trial) {
      const { made, raw } = await madeWithCallback(trial);
      const outcome = await hearCallback(trial, raw);
      if (outcome.status !== 'GENUINE') {
        throw new BrokenPromise(`it was ${outcome.status}`);
      }
      const { reference, amount, currency, orderId } = made.payment;
      if (outcome.reference !== reference) {
        throw new BrokenPromise(`it was taken for one of ${outcome.reference}, and is of ${reference}`);
      }
      const { money } = outcome;
      const isOurs = money?.amount === amount && money.currency === currency.code && money.orderId === orderId;
      if (money !== undefined && !isOurs) {
        throw new BrokenPromise(
          `it gave ${money.amount} of ${money.currency}, and is of ${amount} of ${currency.code}`,
        );
      }
    },
  },
  {
    id: 'callbacks.moves-nothing',
    says: 'A callback moves nothing, and decides nothing by itself.',
    async keeps(trial) {
      const { made, raw } = await madeWithCallback(trial);
      const books = describeEntries(await trial.ledger(made));
      await hearCallback(trial, raw);
      await hearCallback(trial, raw);
      await trial.expectLedger(made, books);
    },
  },
  {
    id: 'callbacks.unsigned',
    says: 'A callback without its signature is not believed.',
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => TRANSPORT.test(name)));
      await expectDisbelief(trial, { headers, body: raw.body }, 'without its headers');
    },
  },
  {
    id: 'callbacks.stranger',
    says: 'A callback that somebody else signed is not believed.',
    async keeps(trial) {
      const made = await trial.makePayment();
      const raw = await trial.subject.standIn.callback(made.page, 'STRANGER');
      if (raw === undefined) {
        throw new NotOffered('its stand-in signs none with a key of somebody else');
      }
      await expectDisbelief(trial, raw, 'signed with a key of somebody else');
    },
  },
  {
    id: 'callbacks.altered',
    says: 'A callback with any byte changed, added or taken away is not believed.',
    lacks: ({ standIn }) => (standIn.isUnsigned ? 'its provider signs none' : undefined),
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      // Deliver the genuine callback before: an adapter may wrongly cache the verification of its signature.
      await hearCallback(trial, raw);
      for (const { body, how } of alterations(raw.body)) {
        await expectDisbelief(trial, { ...raw, body }, how);
      }
    },
  },
  {
    id: 'callbacks.of-another',
    says: 'A signature of one message is not believed on another.',
    async keeps(trial) {
      const [one, other] = [await madeWithCallback(trial), await madeWithCallback(trial)];
      await expectDisbelief(trial, { headers: one.raw.headers, body: other.raw.body }, 'with the signature of another');
    },
  },
  {
    id: 'callbacks.old',
    says: 'A callback that is older than its signature may be is not believed.',
    lacks: ({ standIn }) => (standIn.signatureMsMax === undefined ? 'its provider signs no time' : undefined),
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      const ageMs = (trial.subject.standIn.signatureMsMax ?? 0) + LATE_MS;
      const outcome = await hearCallback(trial, raw, { now: Date.now() + ageMs });
      if (outcome.status === 'GENUINE') {
        throw new BrokenPromise(`it was GENUINE after ${Math.round(ageMs / 1_000)} s`);
      }
    },
  },
  {
    id: 'callbacks.other-merchant',
    says: "A callback that comes to another merchant's address is not believed.",
    lacks: ({ facts }) => (facts.merchantAccount === undefined ? 'one account serves all merchants' : undefined),
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      const outcome = await hearCallback(trial, raw, { merchant: OTHER_MERCHANT });
      if (outcome.status === 'GENUINE') {
        throw new BrokenPromise("it was GENUINE by another merchant's account");
      }
    },
  },
  {
    id: 'callbacks.unreadable',
    says: 'A request that is no callback is rejected.',
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      const bodies = [
        new Uint8Array(0),
        Buffer.from('[]'),
        Buffer.from([0xff, 0xfe, 0x00]),
        Buffer.alloc(MANY_BYTES, '['),
      ];
      const headers = Object.fromEntries(Object.keys(raw.headers).map((name) => [name, ['', 'x'.repeat(9_000)]]));
      for (const body of bodies) {
        await expectDisbelief(trial, { headers: raw.headers, body }, `with ${body.length} other bytes`);
        await expectDisbelief(trial, { headers: {}, body }, `of ${body.length} bytes without headers`);
        await expectDisbelief(trial, { headers, body }, 'with each header twice');
      }
    },
  },
  {
    id: 'callbacks.unreachable',
    says: 'A genuine callback is not called forged where the provider cannot be asked about it now.',
    async keeps(trial) {
      const { raw } = await madeWithCallback(trial);
      const outcome = await hearCallback(trial, raw, { adapter: await trial.unreachable() });
      if (outcome.status === 'FORGED') {
        throw new BrokenPromise('it was FORGED, so that the provider does not send it again');
      }
    },
  },
];

async function madeWithCallback(trial: Trial): Promise<{ readonly made: StartedPayment; readonly raw: RawCallback }> {
  const made = await trial.makePayment();
  const raw = await trial.subject.standIn.callback(made.page, 'PROVIDER');
  if (raw === undefined) {
    throw new NotOffered('its provider sends none of payments that were made');
  }
  return { made, raw };
}

interface Hearing {
  readonly now?: number;
  readonly merchant?: string;
  readonly adapter?: Provider;
}

async function hearCallback(
  trial: Trial,
  raw: RawCallback,
  { now = Date.now(), merchant, adapter }: Hearing = {},
): Promise<CallbackOutcome> {
  const account = trial.subject.facts.merchantAccount && trial.account(merchant);
  return (adapter ?? (await trial.adapter())).callback(raw, now, account);
}

async function expectDisbelief(trial: Trial, raw: RawCallback, how: string): Promise<void> {
  const outcome = await hearCallback(trial, raw);
  if (outcome.status === 'GENUINE') {
    throw new BrokenPromise(`${how} it was GENUINE`);
  }
}

/**
 * Yields altered bodies: with one bit of each byte changed (of evenly spaced bytes in a long body), with a byte added,
 * and with a byte removed.
 */
function* alterations(body: Uint8Array): Iterable<{ readonly body: Uint8Array; readonly how: string }> {
  const step = Math.max(1, Math.ceil(body.length / CHANGES_MAX));
  for (let index = 0; index < body.length; index += step) {
    const copy = Buffer.from(body);
    copy[index] = (copy[index] ?? 0) ^ 1;
    yield { body: copy, how: `with byte ${index + 1} of ${body.length} changed` };
  }
  yield { body: Buffer.concat([body, Buffer.from(' ')]), how: 'with a blank more' };
  yield { body: body.subarray(0, -1), how: 'with a byte less' };
}
