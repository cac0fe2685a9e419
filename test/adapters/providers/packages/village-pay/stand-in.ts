import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Currency, currencyOf, type LedgerEntry, minorUnits, type StandIn } from 'turnpike/provider';

const KEY = 'a-key-of-the-stand-in';
const STATUS = {
  AGREE: 'processing',
  DECLINE: 'declined',
  CANCEL: 'cancelled',
  AGREE_WITHOUT_MONEY: 'declined',
} as const;
const STATE = { new: 'OPEN', processing: 'OPEN', paid: 'MADE', declined: 'OVER', cancelled: 'OVER' } as const;

interface Money {
  readonly amount: string;
  readonly currency: string;
}
interface Payment extends Money {
  readonly reference: string;
  readonly order: string;
  readonly returnUrl: string;
  status: keyof typeof STATE;
}
interface Refund extends Money {
  readonly refund: string;
  readonly payment: Payment;
  readonly status: 'paid' | 'declined';
}

export async function startStandIn(): Promise<StandIn> {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();

  const answer = (method: string, path: string, given: Omit<Payment, 'status'>): [code: number, body: object] => {
    const [, , reference = '', what, refund = ''] = path.split('/');
    if (method === 'PUT' && what === undefined && !payments.has(reference)) {
      payments.set(reference, { ...given, reference, status: 'new' });
    }
    const payment = payments.get(reference);
    if (payment === undefined) {
      return [404, { error: 'unknown' }];
    }
    if (what === 'cancellation' && payment.status === 'new') {
      payment.status = 'cancelled';
    }
    if (what !== 'refunds') {
      return [200, { ...payment, page: `${origin}/pay/${reference}` }];
    }
    if (!refunds.has(refund)) {
      refunds.set(refund, { ...given, refund, payment, status: refundable(payment, given) });
    }
    return [200, { ...refunds.get(refund), payment: reference }];
  };
  const refundable = (payment: Payment, given: Money) => {
    const others = [...refunds.values()].filter((one) => one.payment === payment && one.status === 'paid');
    const sum = [given, ...others].reduce((units, one) => units + unitsOf(one), 0n);
    return payment.status === 'paid' && sum <= unitsOf(payment) ? 'paid' : 'declined';
  };

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const mayCall = request.headers.authorization === `Bearer ${KEY}`;
    const [code, said] = mayCall
      ? answer(request.method ?? '', request.url ?? '', JSON.parse(body || '{}'))
      : [401, { error: 'key' }];
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    acts: ['AGREE', 'DECLINE', 'CANCEL', 'AGREE_WITHOUT_MONEY'],
    currencies: ['EUR', 'JPY', 'KWD'],
    signatureMsMax: 5 * 60_000,
    environment: (url) => ({ env: { VILLAGE_PAY_URL: url, VILLAGE_PAY_KEY: KEY } }),
    async pay(act, { reference }) {
      const payment = payments.get(reference);
      if (payment?.status === 'new') {
        payment.status = STATUS[act];
      }
      return payment?.returnUrl;
    },
    // A transfer takes time: an agreed payment is paid when the kit calls this.
    async settle({ reference }) {
      const payment = payments.get(reference);
      if (payment?.status === 'processing') {
        payment.status = 'paid';
      }
    },
    async callback({ reference }, signer) {
      const body = Buffer.from(JSON.stringify(payments.get(reference)));
      const key = signer === 'PROVIDER' ? KEY : 'another-key';
      const at = Date.now();
      const signature = createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');
      return { headers: { 'content-type': 'application/json', 'village-signature': `${at}.${signature}` }, body };
    },
    async ledger(order) {
      const entry = (kind: LedgerEntry['kind'], money: Money, state: LedgerEntry['state']) => {
        return { order, kind, amount: unitsOf(money), currency: money.currency, state };
      };
      const found = [...payments.values()].filter((one) => one.order === order);
      const moved = [...refunds.values()].filter((one) => one.payment.order === order && one.status === 'paid');
      return [
        ...found.map((one) => entry('PAYMENT', one, STATE[one.status])),
        ...moved.map((one) => entry('REFUND', one, 'MADE')),
      ];
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function unitsOf({ amount, currency }: Money): bigint {
  return minorUnits(amount, currencyOf(currency) as Currency) as bigint;
}
