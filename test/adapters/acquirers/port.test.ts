/**
 * The requirements of the gateway on every acquirer, for any protocol: each adapter over real sockets to a faulty host
 * with its own ledger.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PROTOCOLS } from '../../../src/adapters/acquirers/index.ts';
import type { LinkTimes } from '../../../src/adapters/acquirers/link-limits.ts';
import { openAcquirers } from '../../../src/adapters/acquirers/open-acquirers.ts';
import type { AcquirerProtocol, OpenAcquirer } from '../../../src/adapters/acquirers/protocol.ts';
import { Secret } from '../../../src/contract/secret.ts';
import type { AcquirerRequest } from '../../../src/core/ports/index.ts';
import { type AcquirerHost, startAcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import type { AcquirerSettings } from '../../../src/settings/acquirer-settings.ts';
import { createAuthority } from '../../support/certificates.ts';
import { VILLAGE_TOKEN } from '../../support/which-acquirer.ts';
import {
  adviceOn,
  authorization,
  CARD_NUMBER,
  card,
  memoryLog,
  nextTrace,
  refundOf,
  replyOf,
  reversalOf,
} from './fixtures.ts';
import { ownAddress, startRelay } from './relay.ts';
import { villageProtocol } from './village/guide.ts';
import { startVillageBank } from './village/simulator.ts';

interface Subject {
  readonly protocol: () => Promise<AcquirerProtocol>;
  /** A host that declares that it moves no money. */
  readonly start: (given: { readonly port?: number; readonly speed?: number }) => Promise<AcquirerHost>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Add a line here for an acquirer of yours. */
const ACQUIRERS: Readonly<Record<string, Subject>> = {
  iso8583: {
    protocol: async () => PROTOCOLS.find(({ scheme }) => scheme === 'iso8583')!,
    start: ({ port = 0, speed = 1 }) =>
      startAcquirerHost({ host: '127.0.0.1', port, speed, memory: true, log: memoryLog() }),
  },
  village: {
    protocol: villageProtocol,
    start: (given) => startVillageBank({ token: VILLAGE_TOKEN, simulator: true, ...given }),
    settings: { TOKEN: VILLAGE_TOKEN },
  },
};

// A payer waits twenty seconds for the acquirer; the tests use less.
const TIMES: Partial<LinkTimes> = {
  requestTimeoutMs: 1_000,
  reconnectBaseMs: 5,
  reconnectCapMs: 20,
};
const SECURITY_CODE = '987';

const becomes = (so: () => boolean) => vi.waitUntil(so, { timeout: 10_000, interval: 5 });

type Target = Partial<Pick<AcquirerSettings, 'plaintextReach' | 'refusesSimulator' | 'tls'>>;

describe.each(Object.entries(ACQUIRERS))('%s', (_name, { protocol, start, settings = {} }) => {
  async function hostWith(given: { port?: number; speed?: number } = {}): Promise<AcquirerHost> {
    const host = await start(given);
    onTestFinished(() => host.close());
    return host;
  }

  async function linkTo(port: number, target: Target = {}, host = '127.0.0.1', times: Partial<LinkTimes> = {}) {
    const log = memoryLog();
    const { scheme } = await protocol();
    const url = `${scheme}${target.tls === undefined ? '' : 's'}://${host}:${port}`;
    const setting = (end: string) => settings[end];
    const nameOf = (end: string) => `ACQUIRER_${end}`;
    const configured = new Map([['default', { url, setting, nameOf, ...target }]]);
    const given = { protocols: [await protocol()], log: () => log, times: { ...TIMES, ...times } };
    const link = (await openAcquirers(configured, given)).get('default') as OpenAcquirer;
    onTestFinished(() => link.close());
    return { link, log };
  }

  async function connected(given: { speed?: number } = {}, times: Partial<LinkTimes> = {}) {
    const host = await hostWith(given);
    const { link, log } = await linkTo(host.port, {}, '127.0.0.1', times);
    await becomes(() => link.ready());
    const states = () => host.ledger({}).map(({ kind, state }) => `${kind} ${state}`);
    return { host, link, log, states };
  }

  const codeOf = async (outcome: Promise<Awaited<ReturnType<OpenAcquirer['request']>>>) =>
    replyOf(await outcome).gatewayCode;
  const inquiryOf = ({ trace, kind, merchantId }: Pick<AcquirerRequest, 'kind' | 'merchantId' | 'trace'>) => ({
    trace: nextTrace(),
    original: trace,
    originalKind: kind,
    merchantId,
  });

  it('answers with gateway codes', async () => {
    const { link, states } = await connected();
    const request = authorization({ instrument: card('1245', '102'), billingAddress: { street: 'Echo St' } });
    expect(replyOf(await link.request(request))).toMatchObject({
      gatewayCode: 'APPROVED',
      acquirerCode: '00',
      acquirerMessage: 'Approved',
      authorizationCode: expect.stringMatching(/^\w{6}$/),
      avs: { gatewayCode: 'NO_MATCH' },
      securityCode: { gatewayCode: 'NO_MATCH' },
      stan: request.trace.stan,
    });
    expect(await codeOf(link.request(authorization({ instrument: card('0539') })))).toBe('DECLINED');
    expect(await codeOf(link.request(authorization({ kind: 'VERIFICATION', amount: 0n })))).toBe('APPROVED');
    expect(states()).toEqual(['AUTHORIZATION APPROVED', 'AUTHORIZATION DECLINED', 'VERIFICATION APPROVED']);
  });

  it('moves the exact amount of each currency', async () => {
    const { host, link } = await connected();
    for (const [code, numeric] of [
      ['EUR', '978'],
      ['JPY', '392'],
      ['KWD', '414'],
    ] as const) {
      await link.request(authorization({ amount: 999_999_999_999n, currency: { code, numeric } }));
    }
    expect(host.ledger({}).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '9999999999.99 EUR',
      '999999999999 JPY',
      '999999999.999 KWD',
    ]);
  });

  it('makes each follow-up of a payment, by the earlier message’s trace', async () => {
    const { link, states } = await connected();
    const first = authorization();
    await link.request(first);
    expect(await codeOf(link.advise(adviceOn(first, 'UPDATE', { amount: 2_000n }), false))).toBe('APPROVED');
    const capture = adviceOn(first, 'CAPTURE', { amount: 1_500n });
    expect(await codeOf(link.advise(capture, false))).toBe('APPROVED');
    const refund = refundOf(capture, { amount: 500n });
    expect(await codeOf(link.request(refund))).toBe('APPROVED');
    expect(await codeOf(link.advise(adviceOn(refund, 'VOID'), false))).toBe('APPROVED');
    expect(await codeOf(link.advise(adviceOn(authorization(), 'CAPTURE'), false))).not.toBe('APPROVED');
    expect(states()).toEqual([
      'AUTHORIZATION APPROVED',
      'UPDATE APPROVED',
      'CAPTURE APPROVED',
      'REFUND REVERSED',
      'CAPTURE DECLINED',
    ]);
  });

  it('accepts a repeated advice, and executes it once', async () => {
    const { link, states } = await connected();
    const first = authorization();
    await link.request(first);
    const capture = adviceOn(first, 'CAPTURE');
    const codes = [await codeOf(link.advise(capture, false)), await codeOf(link.advise(capture, true))];
    expect(codes).toEqual(['APPROVED', 'APPROVED']);
    expect(states()).toEqual(['AUTHORIZATION APPROVED', 'CAPTURE APPROVED']);
  });

  it('acknowledges a reversal at any time: after its request, again, and before it', async () => {
    const { link, states } = await connected();
    const [done, late] = [authorization(), authorization()];
    await link.request(done);
    const reversal = reversalOf(done);
    expect([await link.reverse(reversal, false), await link.reverse(reversal, true)]).toEqual([true, true]);
    expect(await link.reverse(reversalOf(late), false)).toBe(true);
    expect(await codeOf(link.request(late))).not.toBe('APPROVED');
    expect(states()).toEqual(['AUTHORIZATION REVERSED', 'AUTHORIZATION DECLINED']);
  });

  it('reports the status of a message, and UNKNOWN_ORIGINAL for one that never arrived', async () => {
    const { link } = await connected({ speed: 1_000 });
    const [open, done, unknown] = [authorization({ instrument: card('1139') }), authorization(), authorization()];
    expect(await codeOf(link.request(open))).toBe('PENDING');
    await link.request(done);
    await expect.poll(async () => replyOf((await link.inquire(inquiryOf(open))) as never).gatewayCode).toBe('APPROVED');
    await link.reverse(reversalOf(done), false);
    expect(replyOf((await link.inquire(inquiryOf(done))) as never).gatewayCode).toBe('DECLINED');
    expect(await link.inquire(inquiryOf(unknown))).toEqual({ status: 'UNKNOWN_ORIGINAL' });
  });

  it.each(['DROP_REQUEST', 'DROP_REPLY', 'GARBAGE'] as const)(
    'reports NO_ANSWER on %s, does not send the message again, and answers the next request',
    async (mode) => {
      const { host, link, states } = await connected();
      host.setFaults({ mode, count: 1 });
      const request = authorization();
      expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
      expect(states()).toEqual(mode === 'DROP_REQUEST' ? [] : ['AUTHORIZATION APPROVED']);
      await expect.poll(() => link.reverse(reversalOf(request), false)).toBe(true);
      expect(await codeOf(link.request(authorization()))).toBe('APPROVED');
      expect(states().filter((state) => state.endsWith('APPROVED'))).toHaveLength(1);
      expect(host.counters()).toMatchObject({ duplicates: 0, conflicts: 0 });
    },
  );

  it('reports NO_ANSWER where the answer is too late, and ignores the late answer', async () => {
    const { host, link } = await connected();
    host.setFaults({ mode: 'DELAY', delayMs: 1_500, count: 1 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    for (let count = 0; count < 5; count += 1) {
      expect(await codeOf(link.request(authorization()))).toBe('APPROVED');
    }
    expect(link.counters().timedOut).toBe(1);
  });

  it('reports NOT_SENT while the host is down, and recovers by itself', async () => {
    const { host, link, log } = await connected();
    host.setFaults({ mode: 'REFUSE' });
    await becomes(() => !link.status().isSignedOn);
    expect(link.ready()).toBe(false);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(await link.advise(adviceOn(authorization(), 'CAPTURE'), false)).toEqual({ status: 'NOT_SENT' });
    expect(await link.reverse(reversalOf(authorization()), false)).toBe(false);
    expect(await link.inquire(inquiryOf(authorization()))).toEqual({ status: 'NOT_SENT' });
    expect(host.ledger({})).toEqual([]);
    host.setFaults({ mode: 'NONE' });
    await becomes(() => link.ready());
    expect(await codeOf(link.request(authorization()))).toBe('APPROVED');
    expect(link.counters().signOns).toBe(2);
    // One line a change, for any length of outage.
    expect(log.lines.map(({ level }) => level)).toEqual(['info', 'warn', 'info']);
  });

  it('reports NOT_SENT for a host that was never up, without an error at start-up', async () => {
    const host = await hostWith();
    await host.close();
    const { link } = await linkTo(host.port, {}, '127.0.0.1', { startUpWaitMs: 50 });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(await link.meetsSimulator()).toBe(false);
    await hostWith({ port: host.port });
    await becomes(() => link.ready());
  });

  it('waits on close for messages in flight, and sends nothing after it', async () => {
    const { host, link } = await connected();
    host.setFaults({ mode: 'DELAY', delayMs: 150, count: 1 });
    const slow = link.request(authorization());
    await expect.poll(() => host.ledger({}).length).toBe(1);
    expect(link.status().inFlight).toBe(1);
    const closed = link.close();
    expect(link.ready()).toBe(false);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    await closed;
    expect(replyOf(await slow).gatewayCode).toBe('APPROVED');
  });

  it('gives each of many concurrent requests its own answer', async () => {
    const { link } = await connected({}, { requestTimeoutMs: 20_000 });
    const requests = Array.from({ length: 200 }, () => authorization());
    const replies = (await Promise.all(requests.map((request) => link.request(request)))).map(replyOf);
    expect(replies.map(({ stan }) => stan)).toEqual(requests.map(({ trace }) => trace.stan));
    expect(link.status()).toMatchObject({ inFlight: 0, breaker: 'CLOSED', isSignedOn: true });
  });

  it('logs no card data on any failure', async () => {
    const { host, link, log } = await connected();
    for (const mode of ['GARBAGE', 'DROP_REPLY', 'REFUSE'] as const) {
      host.setFaults({ mode, count: 1 });
      await link.request(
        authorization({ instrument: { ...card(), securityCode: new Secret(SECURITY_CODE) } as never }),
      );
    }
    const written = JSON.stringify(log.lines);
    expect([CARD_NUMBER, SECURITY_CODE, VILLAGE_TOKEN].filter((secret) => written.includes(secret))).toEqual([]);
  });

  describe('in live mode', () => {
    it('goes by TLS to the host with a trusted certificate, and to no other', async () => {
      const [trusted, stranger] = [createAuthority('Bank Authority'), createAuthority('Stranger')];
      const { cert, key } = trusted.issue({ name: 'bank', use: 'server', hosts: ['127.0.0.1'] });
      const host = await hostWith();
      const [relay, other] = [
        await startRelay(host.port, { tls: { cert, key } }),
        await startRelay(host.port, { tls: { cert, key } }),
      ];
      onTestFinished(async () => void (await Promise.all([relay.close(), other.close()])));
      const { link } = await linkTo(relay.port, { tls: { ca: trusted.cert } });
      await becomes(() => link.ready());
      expect(await codeOf(link.request(authorization()))).toBe('APPROVED');
      const { link: fooled, log } = await linkTo(other.port, { tls: { ca: stranger.cert } });
      await becomes(() => log.lines.length > 0);
      expect(await fooled.request(authorization())).toEqual({ status: 'NOT_SENT' });
      expect(log.lines[0]).toMatchObject({ level: 'error', about: { reason: 'TLS_FAILED' } });
      expect(other.received()).toBe(0);
    });

    it('sends no message in clear to a remote address', async ({ skip }) => {
      const address = ownAddress() ?? skip('This machine has no address but its loopback.');
      const host = await hostWith();
      const relay = await startRelay(host.port, { host: address });
      onTestFinished(() => relay.close());
      const { link, log } = await linkTo(relay.port, { plaintextReach: 'LOOPBACK' }, address);
      await becomes(() => log.lines.length > 0);
      expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
      expect(log.lines[0]).toMatchObject({ level: 'error', about: { reason: 'PLAINTEXT_REFUSED' } });
      expect(relay.received()).toBe(0);
    });

    it('disconnects from a simulator', async () => {
      const host = await hostWith();
      const { link, log } = await linkTo(host.port, { refusesSimulator: true });
      expect(await link.meetsSimulator()).toBe(true);
      expect(link.ready()).toBe(false);
      expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
      expect(host.ledger({})).toEqual([]);
      expect(log.lines).toMatchObject([{ level: 'error', message: expect.stringContaining('simulator') }]);
    });
  });
});
