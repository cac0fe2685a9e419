import { describe, expect, it, vi } from 'vitest';
import { GATEWAY_CODES, type GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { authorization, card, replyOf } from '../../adapters/acquirers/fixtures.ts';
import { hostWith, inquiryOf, linkTo } from './rig.ts';

/** Expiry, its documented outcome in the sandbox, and the state in the ledger. */
const EXPIRIES: [expiry: string, gatewayCode: GatewayCode, state: 'APPROVED' | 'DECLINED'][] = [
  ['0139', 'APPROVED', 'APPROVED'],
  ['0539', 'DECLINED', 'DECLINED'],
  ['0427', 'EXPIRED_CARD', 'DECLINED'],
  ['0137', 'ACQUIRER_SYSTEM_ERROR', 'DECLINED'],
  ['0237', 'UNSPECIFIED_FAILURE', 'DECLINED'],
  ['0537', 'UNKNOWN', 'DECLINED'],
  ['0239', 'INSUFFICIENT_FUNDS', 'DECLINED'],
  ['0339', 'REFERRED', 'DECLINED'],
  ['0439', 'DECLINED_DO_NOT_CONTACT', 'DECLINED'],
  ['0639', 'DECLINED_CSC', 'DECLINED'],
  ['0739', 'DECLINED_AVS', 'DECLINED'],
  ['0839', 'DECLINED_AVS_CSC', 'DECLINED'],
  ['0939', 'INVALID_CSC', 'DECLINED'],
  ['1039', 'APPROVED_PENDING_SETTLEMENT', 'APPROVED'],
  ['1139', 'PENDING', 'APPROVED'],
  ['1239', 'DEFERRED_TRANSACTION_RECEIVED', 'APPROVED'],
  ['0138', 'DUPLICATE_BATCH', 'DECLINED'],
  ['0238', 'DECLINED_PAYMENT_PLAN', 'DECLINED'],
  ['0338', 'NOT_SUPPORTED', 'DECLINED'],
  ['0438', 'SYSTEM_ERROR', 'DECLINED'],
  ['0538', 'AUTHENTICATION_FAILED', 'DECLINED'],
  ['0638', 'NOT_ENROLLED_3D_SECURE', 'DECLINED'],
  ['0738', 'EXCEEDED_RETRY_LIMIT', 'DECLINED'],
  ['0838', 'ABORTED', 'DECLINED'],
  ['0938', 'CANCELLED', 'DECLINED'],
  ['1038', 'BLOCKED', 'DECLINED'],
  ['1245', 'APPROVED', 'APPROVED'],
  ['0120', 'EXPIRED_CARD', 'DECLINED'],
];

/** Every code except the one whose answer never comes. */
const FORCED = (Object.keys(GATEWAY_CODES) as GatewayCode[]).filter((code) => code !== 'TIMED_OUT');

describe('outcome by the card’s expiry', () => {
  it.each(EXPIRIES)('%s is %s, and %s in the ledger', async (expiry, gatewayCode, state) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization({ instrument: card(expiry) });
    expect(replyOf(await link.request(request)).gatewayCode).toBe(gatewayCode);
    expect(host.ledger({ order: request.orderId }).map((entry) => entry.state)).toEqual([state]);
  });

  it('0828 makes the movement without an answer', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization({ instrument: card('0828') });
    expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
    expect(host.ledger({ order: request.orderId }).map((entry) => entry.state)).toEqual(['APPROVED']);
  });

  it('no expiry at all is APPROVED', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const { number } = card();
    const reply = replyOf(await link.request(authorization({ instrument: { kind: 'CARD', number } })));
    expect(reply.gatewayCode).toBe('APPROVED');
  });

  it('gives an authorization code with an approval only', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const codeFor = async (expiry: string) =>
      replyOf(await link.request(authorization({ instrument: card(expiry) }))).authorizationCode;
    expect(await codeFor('0139')).toMatch(/^\d{6}$/);
    expect(await codeFor('1039')).toMatch(/^\d{6}$/);
    expect(await codeFor('1139')).toBeUndefined();
    expect(await codeFor('0539')).toBeUndefined();
  });
});

describe('outcome by the transaction’s reference', () => {
  it('forces every code that an answer can carry', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const outcomes = await Promise.all(
      FORCED.map((code) => link.request(authorization({ instrument: card('0139'), reference: `.FAIL_${code}` }))),
    );
    expect(outcomes.map((outcome) => replyOf(outcome).gatewayCode)).toEqual(FORCED);
  });

  it('TIMED_OUT makes the movement without an answer', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    expect(await link.request(authorization({ reference: '.FAIL_TIMED_OUT' }))).toEqual({ status: 'NO_ANSWER' });
    expect(host.ledger({})).toMatchObject([{ state: 'APPROVED' }]);
  });

  it.each([
    ['.FAIL_DECLINED', 'DECLINED'],
    ['.FAIL DECLINED', 'DECLINED'],
    ['.FAILDECLINED', 'DECLINED'],
    ['.FAIL-DECLINED for order 7', 'DECLINED'],
    ['.FAIL_DECLINED_AVS_CSC', 'DECLINED_AVS_CSC'],
    ['.FAIL_NOT_ENROLLED_3D_SECURE', 'NOT_ENROLLED_3D_SECURE'],
    ['.FAIL_NO_SUCH_CODE', 'UNKNOWN'],
    ['.FAIL_DECLINED_', 'UNKNOWN'],
    ['.FAIL', 'UNKNOWN'],
    ['.FAIL_constructor', 'UNKNOWN'],
    ['invoice .FAIL_DECLINED', 'APPROVED'],
    ['FAIL_DECLINED', 'APPROVED'],
  ])('%j is %s', async (reference, gatewayCode) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    expect(replyOf(await link.request(authorization({ reference }))).gatewayCode).toBe(gatewayCode);
  });

  it('PENDING becomes an approval after its time', async () => {
    const { host } = await hostWith({ speed: 300 });
    const link = await linkTo(host);
    const request = authorization({ reference: '.FAIL_PENDING' });
    expect(replyOf(await link.request(request)).gatewayCode).toBe('PENDING');
    await vi.waitFor(async () => {
      expect(await link.inquire(inquiryOf(request))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    }, 5_000);
  });

  it('takes precedence over the card’s expiry', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization({ instrument: card('0539'), reference: '.FAIL_REFERRED' });
    expect(replyOf(await link.request(request)).gatewayCode).toBe('REFERRED');
  });
});

describe('a referral: a request with the issuer’s code from a telephone call', () => {
  it.each(['0339', '0539', '0427', '0828', '1139', '1245'])(
    'is approved with that code on a card of %s',
    async (expiry) => {
      const { host } = await hostWith();
      const link = await linkTo(host);
      for (const kind of ['AUTHORIZATION', 'PAYMENT'] as const) {
        const request = authorization({ kind, instrument: card(expiry), authorizationCode: 'R7' });
        const reply = replyOf(await link.request(request));
        expect(reply).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: 'R7' });
        expect(host.ledger({ order: request.orderId })).toMatchObject([{ kind, state: 'APPROVED' }]);
      }
    },
  );

  it('is refused where the reference forces it', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const forced = authorization({ authorizationCode: '123456', reference: '.FAIL_DECLINED' });
    expect(replyOf(await link.request(forced)).gatewayCode).toBe('DECLINED');
  });
});

describe('security code and address', () => {
  it.each([
    ['100', 'MATCH'],
    ['101', 'NOT_PROCESSED'],
    ['102', 'NO_MATCH'],
    ['103', 'NOT_SUPPORTED'],
    [undefined, 'NOT_PRESENT'],
    ['999', 'MATCH'],
  ])('security code %s is %s', async (securityCode, gatewayCode) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const reply = replyOf(await link.request(authorization({ instrument: card('0139', securityCode) })));
    expect(reply.securityCode?.gatewayCode).toBe(gatewayCode);
  });

  it.each([
    ['Alpha St', 'ADDRESS_MATCH'],
    ['Gamma St', 'ADDRESS_ZIP_MATCH'],
    ['Kappa St', 'ZIP_MATCH'],
    ['Echo St', 'NO_MATCH'],
    ['Uniform St', 'SERVICE_NOT_AVAILABLE_RETRY'],
    [undefined, 'NOT_REQUESTED'],
    ['Hauptstraße 1', 'ADDRESS_ZIP_MATCH'],
    ['constructor', 'ADDRESS_ZIP_MATCH'],
  ])('billing street %s is %s', async (street, gatewayCode) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const billingAddress = street === undefined ? {} : { street };
    expect(replyOf(await link.request(authorization({ billingAddress }))).avs?.gatewayCode).toBe(gatewayCode);
  });
});

describe('a status inquiry', () => {
  it('finds a pending movement approved when its time has passed', async () => {
    const { host } = await hostWith({ speed: 300 });
    const link = await linkTo(host);
    const request = authorization({ instrument: card('1139') });
    expect(replyOf(await link.request(request)).gatewayCode).toBe('PENDING');
    await vi.waitFor(async () => {
      const outcome = await link.inquire(inquiryOf(request));
      expect(outcome).toMatchObject({ status: 'ANSWERED', reply: { gatewayCode: 'APPROVED' } });
    }, 5_000);
  });

  it('finds a pending movement still pending before that', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization({ instrument: card('1139') });
    await link.request(request);
    expect(await link.inquire(inquiryOf(request))).toMatchObject({ reply: { gatewayCode: 'PENDING' } });
  });

  it('returns the outcome whose answer was lost', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const [approved, declined] = [authorization(), authorization({ instrument: card('0239') })];
    host.setFaults({ mode: 'DROP_REPLY', count: 2 });
    await Promise.all([link.request(approved), link.request(declined)]);
    expect(await link.inquire(inquiryOf(approved))).toMatchObject({
      reply: { gatewayCode: 'APPROVED', authorizationCode: expect.stringMatching(/^\d{6}$/) },
    });
    expect(await link.inquire(inquiryOf(declined))).toMatchObject({ reply: { gatewayCode: 'INSUFFICIENT_FUNDS' } });
  });

  it('does not find an original that never arrived', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    expect(await link.inquire(inquiryOf(authorization()))).toEqual({ status: 'UNKNOWN_ORIGINAL' });
    expect(host.ledger({})).toEqual([]);
  });
});
