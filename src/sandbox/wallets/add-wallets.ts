/**
 * `POST /wallets/tokens`: a token as the payer's device makes it, in the fields of the payment to send. The scripts and
 * the sheet of the simulated wallets use it too.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import type { SandboxWalletKeys } from '../../settings/sandbox/index.ts';
import { badRequest, readControl } from '../kit/http/control-request.ts';
import { applePayToken } from './apple-pay-token.ts';
import { googlePayToken } from './google-pay-token.ts';
import type { WalletPayment } from './payment.ts';
import { addSheet } from './sheet.ts';

/** As long as the cryptograms of card schemes. */
const CRYPTOGRAM = Buffer.alloc(20, 'sandbox wallet').toString('base64');

const requestSchema = z.strictObject({
  wallet: z.enum(['APPLE_PAY', 'GOOGLE_PAY']),
  amount: z.string().default('10.00'),
  currency: z.string().default('EUR'),
  number: z
    .string()
    .regex(/^\d{9,19}$/)
    .default('5123450000000008'),
  expiryMonth: z.int().min(1).max(12).default(1),
  expiryYear: z.int().min(2000).max(2099).default(2039),
  eci: z
    .string()
    .regex(/^\d{0,2}$/)
    .default('02'),
  /** A card on file in Google Pay, without a cryptogram. */
  panOnly: z.boolean().default(false),
  /** `gatewayMerchantId` of Google Pay. */
  merchant: z.string().min(1).default('TESTSHOP'),
});

type TokenRequest = z.infer<typeof requestSchema>;

/** @param gatewayOrigin whose pages open the sheet */
export function addWallets(app: FastifyInstance, keys: SandboxWalletKeys, gatewayOrigin: string): void {
  addSheet(app, gatewayOrigin);
  app.post('/wallets/tokens', ({ body }) => {
    const request = readControl(requestSchema, body);
    return {
      order: { amount: request.amount, currency: request.currency, walletProvider: request.wallet },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { devicePayment: { paymentToken: tokenOf(request, keys) } } },
      },
    };
  });
}

function tokenOf(request: TokenRequest, { applePay, googlePay }: SandboxWalletKeys): string {
  const payment = paymentOf(request);
  if (request.wallet === 'APPLE_PAY') {
    return applePayToken(applePay.chain, applePay, payment);
  }
  const recipient = {
    recipientId: `gateway:${googlePay.gateway}`,
    encryptionKey: googlePay.gatewayKey,
    gatewayMerchantId: request.merchant,
  };
  return googlePayToken(googlePay.rootKey, recipient, payment, { isPanOnly: request.panOnly });
}

/** @throws an error with status 400 for money that does not exist */
function paymentOf({ number, expiryMonth, expiryYear, amount, currency, eci }: TokenRequest): WalletPayment {
  const known = currencyOf(currency);
  const units = known && minorUnits(amount, known);
  if (known === undefined || units === undefined) {
    throw badRequest('amount and currency must be money, such as 12.50 and EUR.');
  }
  return {
    number,
    expiry: { month: expiryMonth, year: expiryYear },
    amount: Number(units),
    currencyNumber: known.numeric,
    cryptogram: CRYPTOGRAM,
    eci: eci === '' ? undefined : eci,
  };
}
