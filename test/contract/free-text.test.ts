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

  it('is masked in text and in names, and the request is taken', () => {
    const { values, problems, ignored } = read({ order: { ...order, [NUMBER]: 1 } });
    expect(problems).toEqual([]);
    expect(ignored).toEqual([`order.${MASKED}`]);
    expect(values).toEqual({
      order: { description: `for ${MASKED}`, custom: { [`a${MASKED}`]: 'x', note: MASKED } },
    });
  });

  it('is refused in each where the profile says so, and no answer repeats it', () => {
    const { problems } = read({ order }, 'REFUSE');
    expect(problems.map(({ field }) => field)).toEqual([
      `order.custom.a${MASKED}`,
      'order.custom.note',
      'order.description',
    ]);
    expect(JSON.stringify(problems)).not.toContain(NUMBER);
  });

  it('that would be stored under one masked name with another is refused', () => {
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

  it('in an id is kept, since an id names the same thing later, unless the profile refuses', () => {
    const body = { correlationId: NUMBER, agreement: { id: NUMBER } };
    expect(read(body)).toMatchObject({ problems: [], values: body });
    expect(read(body, 'REFUSE').problems.map(({ field }) => field)).toEqual(['agreement.id', 'correlationId']);
  });

  it.each(['639171234565', '5012345678908'])('is not what %s is, as a telephone or product number', (number) => {
    const body = { billing: { phone: number }, order: { productSKU: number } };
    expect(read(body, 'REFUSE')).toMatchObject({ problems: [], values: body });
    expect(read({ order: { description: number } }).values).not.toEqual({ order: { description: number } });
  });

  it.each(['100', ' 1234 ', '١٢٣'])('and a security code, %j, is not kept as a name', (code) => {
    const card = { number: NUMBER, nameOnCard: code };
    const { values, problems } = read({ sourceOfFunds: { type: 'CARD', provided: { card } } });
    expect(problems).toEqual([]);
    expect(JSON.stringify(values)).not.toContain(code.trim());
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

  it('is masked, but ids', () => {
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
