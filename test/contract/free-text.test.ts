import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import { typeIn, VERSION_MAX } from '../../src/contract/field.ts';
import type { CardNumbersInText } from '../../src/contract/free-text.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { readGroup } from '../../src/contract/read.ts';
import { seededRandom } from '../support/random.ts';
import { bodyOf } from './body.ts';
import { ORDER_NUMBERS } from './order-numbers.ts';

const NUMBER = '5123450000000008';
const MASKED = '512345xxxxxx0008';

const read = (body: object, cardNumbersInText?: CardNumbersInText) =>
  readGroup(OPERATIONS.AUTHORIZE.request, bodyOf(body), {
    version: VERSION_MAX,
    loopbackUrls: false,
    ...(cardNumbersInText && { cardNumbersInText }),
  });

describe('a card number', () => {
  const order = { description: `for ${NUMBER}`, custom: { [`a${NUMBER}`]: 'x', note: NUMBER } };

  it('is masked in text and in names, and the request is accepted', () => {
    const { values, problems, ignored } = read({ order: { ...order, [NUMBER]: 1 } });
    expect(problems).toEqual([]);
    expect(ignored).toEqual([`order.${MASKED}`]);
    expect(values).toEqual({
      order: { description: `for ${MASKED}`, custom: { [`a${MASKED}`]: 'x', note: MASKED } },
    });
  });

  it('is refused in text and in names where the profile says so, and not repeated in the answer', () => {
    const { problems } = read({ order }, 'REFUSE');
    expect(problems.map(({ field }) => field)).toEqual([
      `order.custom.a${MASKED}`,
      'order.custom.note',
      'order.description',
    ]);
    expect(JSON.stringify(problems)).not.toContain(NUMBER);
  });

  it('that would get the same masked name as another field is refused', () => {
    const { problems } = read({ order: { custom: { [`a${NUMBER}`]: 'x', a5123451111110008: 'y' } } });
    expect(problems).toEqual([]);
    const twice = read({ order: { custom: { [`a${NUMBER}`]: 'x', [`a${MASKED}`]: 'y' } } });
    expect(twice.problems).toHaveLength(1);
  });

  it.each(['transaction.acquirer.customData', 'transaction.acquirer.transactionId', 'agreement.customData'])(
    'in %s is always refused',
    (path) => {
      const body = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), `x ${NUMBER}`) as object;
      expect(read(body).problems.map(({ field }) => field)).toEqual([path]);
    },
  );

  it('in an id is stored, since an id must stay the same, unless the profile refuses it', () => {
    const body = { correlationId: NUMBER, agreement: { id: NUMBER } };
    expect(read(body)).toMatchObject({ problems: [], values: body });
    expect(read(body, 'REFUSE').problems.map(({ field }) => field)).toEqual(['agreement.id', 'correlationId']);
  });

  it.each(['639171234565', '5012345678908'])('is not recognized in %s, as a telephone or product number', (number) => {
    const body = { billing: { phone: number }, order: { productSKU: number } };
    expect(read(body, 'REFUSE')).toMatchObject({ problems: [], values: body });
    expect(read({ order: { description: number } }).values).not.toEqual({ order: { description: number } });
  });

  it.each(['100', ' 1234 ', '١٢٣'])('is refused as a name, as is a security code: %j', (code) => {
    const card = { number: NUMBER, nameOnCard: code };
    const { values, problems } = read({ sourceOfFunds: { type: 'CARD', provided: { card } } });
    expect(problems).toEqual([]);
    expect(JSON.stringify(values)).not.toContain(code.trim());
  });
});

describe('an address', () => {
  const readUrl = (notificationUrl: string, rule?: CardNumbersInText, ids: readonly string[] = []) =>
    readGroup(OPERATIONS.AUTHORIZE.request, bodyOf({ order: { notificationUrl } }), {
      version: VERSION_MAX,
      loopbackUrls: false,
      ids,
      ...(rule && { cardNumbersInText: rule }),
    });
  const refusedFields = ({ problems }: ReturnType<typeof read>) => problems.map(({ field }) => field);

  it.each([
    `https://shop.example/${NUMBER}`,
    `https://shop.example/hook?card=${NUMBER}&order=1`,
    'https://shop.example/hook?card=5123%2045%300000000%308',
    'https://shop.example/hook#5123-4500-0000-0008',
    'https://shop.example/hook?card=378282246310005',
    `https://shop.example/%zz/${NUMBER}`,
    'https://shop.example/hook?t=%3B5123450000000008%3D39011010000000000000%3F',
  ])('with a card number is refused by its field, and not repeated: %s', (address) => {
    for (const rule of [undefined, 'REFUSE'] as const) {
      const reading = readUrl(address, rule);
      expect(refusedFields(reading)).toEqual(['order.notificationUrl']);
      expect(JSON.stringify(reading.problems)).not.toMatch(/5123|3782/);
    }
  });

  it.each([
    'https://shop.example/hook?order=4123456789012&at=1764320000000',
    'https://shop.example/hook?order=0b512345-0000-4000-8512-345000000008',
    'https://shop.example/hook?order=20261128093012345',
    'https://shop.example/2026/11/28/10042/items/4/5123',
  ])('with a shop’s order number is accepted unchanged: %s', (notificationUrl) => {
    expect(readUrl(notificationUrl)).toMatchObject({ problems: [], values: { order: { notificationUrl } } });
  });

  it('that repeats an id of the request is accepted, even if it looks like a card number', () => {
    const address = `https://shop.example/hook?order=N-${NUMBER}`;
    expect(refusedFields(readUrl(address, undefined, [`N-${NUMBER}`]))).toEqual([]);
    const inBody = readGroup(
      OPERATIONS.INITIATE_CHECKOUT.request,
      bodyOf({ order: { id: NUMBER }, interaction: { returnUrl: `https://shop.example/${NUMBER}` } }),
      { version: VERSION_MAX, loopbackUrls: false },
    );
    expect(refusedFields(inBody).filter((field) => field.endsWith('Url'))).toEqual([]);
    expect(refusedFields(readUrl(address, 'REFUSE', [`N-${NUMBER}`]))).toEqual(['order.notificationUrl']);
  });

  it('of every kind is checked for card numbers', () => {
    const urls = new Set<string>();
    for (const { request } of Object.values(OPERATIONS)) {
      for (const [path, node] of everyNode(request)) {
        if (node.kind === 'field' && typeIn(node, VERSION_MAX)?.name === 'Url') {
          urls.add(path);
        }
      }
    }
    expect([...urls].toSorted()).toEqual([
      '3DSecure.authenticationRedirect.responseUrl',
      'authentication.redirectResponseUrl',
      'browserPayment.returnUrl',
      'interaction.cancelUrl',
      'interaction.merchant.logo',
      'interaction.merchant.url',
      'interaction.redirectMerchantUrl',
      'interaction.returnUrl',
      'interaction.timeoutUrl',
      'order.notificationUrl',
    ]);
  });
});

describe('every field that people type into', () => {
  const kinds = new Map<string, string | undefined>();
  for (const { request } of Object.values(OPERATIONS)) {
    for (const [path, node] of everyNode(request)) {
      const type = node.kind === 'field' && node.secret === undefined ? typeIn(node, VERSION_MAX) : undefined;
      if (node.kind === 'field' && type?.accepts(NUMBER)) {
        kinds.set(path, type.name === 'Url' ? 'URL' : node.holds);
      }
    }
  }

  it('is masked, except ids', () => {
    const ids = [...kinds].filter(([, holds]) => holds === 'ID').map(([path]) => path);
    expect(ids.toSorted()).toEqual([
      '3DSecure.paRes',
      '3DSecureId',
      'accountFunding.recipient.identification.value',
      'agreement.id',
      'airline.itinerary.leg[n].conjunctionTicketNumber',
      'airline.itinerary.leg[n].exchangeTicketNumber',
      'airline.passenger[n].frequentFlyerNumber',
      'airline.ticket.exchangedTicketNumber',
      'airline.ticket.ticketNumber',
      'authentication.3ds.transactionId',
      'authentication.3ds2.acsTransactionId',
      'authentication.3ds2.dsTransactionId',
      'authentication.transactionId',
      'correlationId',
      'customer.id',
      'order.id',
      'order.localTaxRegistrationId',
      'order.recurringPaymentAgreement',
      'order.subMerchant.identifier',
      'order.taxRegistrationId',
      'order.wallet.X.callId',
      'partnerSolutionId',
      'sourceOfFunds.token',
      'transaction.targetTransactionId',
    ]);
    expect([...kinds].filter(([, holds]) => holds === undefined).length).toBeGreaterThan(80);
  });
});

describe('100,000 ordinary numbers', () => {
  it('are changed in fewer than 1 % where they stand in free text, and never in an id', () => {
    const random = seededRandom('20261125');
    const forms = Object.values(ORDER_NUMBERS);
    let changed = 0;
    for (let sequence = 1; sequence <= 100_000; sequence++) {
      const text = forms[sequence % forms.length]!(random, sequence);
      const { values, problems } = read({ correlationId: text, userId: text });
      expect([problems, values.correlationId]).toEqual([[], text]);
      changed += values.userId === text ? 0 : 1;
    }
    console.log(
      `${changed} of 100000 ordinary numbers masked in free text: ${((100 * changed) / 100_000).toFixed(2)} %`,
    );
    expect(changed).toBeLessThan(1_000);
  });
});
