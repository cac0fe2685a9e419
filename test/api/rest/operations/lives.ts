/**
 * Orders' lives as data: the operations, their names in the answer, and the totals and the acquirer's ledger after
 * each.
 */
import { withCard } from '../rig.ts';
import { amount, cardPayment, target } from './order.ts';

const NAMED = { order: { amount: '12.00', currency: 'EUR', reference: 'R-1', description: 'Tea' } };

export interface Step {
  readonly operation: string;
  readonly body: object;
  /** The type of the answer's transaction. */
  readonly type: string;
  readonly amount: string;
  readonly totals: readonly [status: string, authorized: string, captured: string, refunded: string];
  /** The ledger after it. */
  readonly ledger: readonly string[];
}

const step = (
  operation: string,
  body: object,
  type: string,
  text: string,
  totals: Step['totals'],
  ledger: readonly string[],
): Step => ({ operation, body, type, amount: text, totals, ledger });

const AUTHORIZED = 'AUTHORIZATION 12.00 EUR APPROVED';

export const LIVES: Readonly<Record<string, readonly Step[]>> = {
  'authorized, changed, captured in parts, refunded, with a refund taken back': [
    step(
      'AUTHORIZE',
      cardPayment(NAMED),
      'AUTHORIZATION',
      '12.00',
      ['AUTHORIZED', '12.00', '0.00', '0.00'],
      [AUTHORIZED],
    ),
    step(
      'UPDATE_AUTHORIZATION',
      amount('20.00'),
      'AUTHORIZATION_UPDATE',
      '20.00',
      ['AUTHORIZED', '20.00', '0.00', '0.00'],
      [AUTHORIZED, 'UPDATE 20.00 EUR APPROVED'],
    ),
    step(
      'CAPTURE',
      amount('5.00'),
      'CAPTURE',
      '5.00',
      ['PARTIALLY_CAPTURED', '20.00', '5.00', '0.00'],
      [AUTHORIZED, 'UPDATE 20.00 EUR APPROVED', 'CAPTURE 5.00 EUR APPROVED'],
    ),
    step(
      'CAPTURE',
      amount('15.00'),
      'CAPTURE',
      '15.00',
      ['CAPTURED', '20.00', '20.00', '0.00'],
      [AUTHORIZED, 'UPDATE 20.00 EUR APPROVED', 'CAPTURE 5.00 EUR APPROVED', 'CAPTURE 15.00 EUR APPROVED'],
    ),
    step(
      'REFUND',
      amount('7.50'),
      'REFUND',
      '7.50',
      ['PARTIALLY_REFUNDED', '20.00', '20.00', '7.50'],
      [
        AUTHORIZED,
        'UPDATE 20.00 EUR APPROVED',
        'CAPTURE 5.00 EUR APPROVED',
        'CAPTURE 15.00 EUR APPROVED',
        'REFUND 7.50 EUR APPROVED',
      ],
    ),
    step(
      'VOID',
      target('5'),
      'VOID_REFUND',
      '7.50',
      ['CAPTURED', '20.00', '20.00', '0.00'],
      [
        AUTHORIZED,
        'UPDATE 20.00 EUR APPROVED',
        'CAPTURE 5.00 EUR APPROVED',
        'CAPTURE 15.00 EUR APPROVED',
        'REFUND 7.50 EUR REVERSED',
      ],
    ),
    step(
      'REFUND',
      amount('20.00'),
      'REFUND',
      '20.00',
      ['REFUNDED', '20.00', '20.00', '20.00'],
      [
        AUTHORIZED,
        'UPDATE 20.00 EUR APPROVED',
        'CAPTURE 5.00 EUR APPROVED',
        'CAPTURE 15.00 EUR APPROVED',
        'REFUND 7.50 EUR REVERSED',
        'REFUND 20.00 EUR APPROVED',
      ],
    ),
  ],
  'authorized, captured, the capture and then the authorization undone': [
    step(
      'AUTHORIZE',
      cardPayment(NAMED),
      'AUTHORIZATION',
      '12.00',
      ['AUTHORIZED', '12.00', '0.00', '0.00'],
      [AUTHORIZED],
    ),
    step(
      'CAPTURE',
      amount('12.00'),
      'CAPTURE',
      '12.00',
      ['CAPTURED', '12.00', '12.00', '0.00'],
      [AUTHORIZED, 'CAPTURE 12.00 EUR APPROVED'],
    ),
    step(
      'VOID',
      target('2'),
      'VOID_CAPTURE',
      '12.00',
      ['AUTHORIZED', '12.00', '0.00', '0.00'],
      [AUTHORIZED, 'CAPTURE 12.00 EUR REVERSED'],
    ),
    step(
      'VOID',
      target('1'),
      'VOID_AUTHORIZATION',
      '12.00',
      ['CANCELLED', '0.00', '0.00', '0.00'],
      ['AUTHORIZATION 12.00 EUR REVERSED', 'CAPTURE 12.00 EUR REVERSED'],
    ),
  ],
  'authorized, changed and undone as it stood then': [
    step(
      'AUTHORIZE',
      cardPayment(NAMED),
      'AUTHORIZATION',
      '12.00',
      ['AUTHORIZED', '12.00', '0.00', '0.00'],
      [AUTHORIZED],
    ),
    step(
      'UPDATE_AUTHORIZATION',
      amount('3.50'),
      'AUTHORIZATION_UPDATE',
      '3.50',
      ['AUTHORIZED', '3.50', '0.00', '0.00'],
      [AUTHORIZED, 'UPDATE 3.50 EUR APPROVED'],
    ),
    step(
      'VOID',
      target('1'),
      'VOID_AUTHORIZATION',
      '3.50',
      ['CANCELLED', '0.00', '0.00', '0.00'],
      ['AUTHORIZATION 12.00 EUR REVERSED', 'UPDATE 3.50 EUR REVERSED'],
    ),
  ],
  'paid and undone': [
    step(
      'PAY',
      cardPayment(NAMED),
      'PAYMENT',
      '12.00',
      ['CAPTURED', '12.00', '12.00', '0.00'],
      ['PAYMENT 12.00 EUR APPROVED'],
    ),
    step(
      'VOID',
      target('1'),
      'VOID_PAYMENT',
      '12.00',
      ['CANCELLED', '0.00', '0.00', '0.00'],
      ['PAYMENT 12.00 EUR REVERSED'],
    ),
  ],
  'verified, declined, referred, resubmitted with the issuer’s code, captured': [
    step(
      'VERIFY',
      cardPayment(NAMED),
      'VERIFICATION',
      '0.00',
      ['VERIFIED', '0.00', '0.00', '0.00'],
      ['VERIFICATION 0.00 EUR APPROVED'],
    ),
    step(
      'AUTHORIZE',
      { ...cardPayment(NAMED), ...withCard({ expiry: { month: '5', year: '39' } }) },
      'AUTHORIZATION',
      '12.00',
      ['VERIFIED', '0.00', '0.00', '0.00'],
      ['VERIFICATION 0.00 EUR APPROVED', 'AUTHORIZATION 12.00 EUR DECLINED'],
    ),
    step(
      'AUTHORIZE',
      { ...cardPayment(NAMED), ...withCard({ expiry: { month: '3', year: '39' } }) },
      'AUTHORIZATION',
      '12.00',
      ['VERIFIED', '0.00', '0.00', '0.00'],
      ['VERIFICATION 0.00 EUR APPROVED', 'AUTHORIZATION 12.00 EUR DECLINED', 'AUTHORIZATION 12.00 EUR DECLINED'],
    ),
    step(
      'REFERRAL',
      { transaction: { authorizationCode: 'A1B2C3' } },
      'AUTHORIZATION',
      '12.00',
      ['AUTHORIZED', '12.00', '0.00', '0.00'],
      [
        'VERIFICATION 0.00 EUR APPROVED',
        'AUTHORIZATION 12.00 EUR DECLINED',
        'AUTHORIZATION 12.00 EUR DECLINED',
        AUTHORIZED,
      ],
    ),
    step(
      'CAPTURE',
      amount('12.00'),
      'CAPTURE',
      '12.00',
      ['CAPTURED', '12.00', '12.00', '0.00'],
      [
        'VERIFICATION 0.00 EUR APPROVED',
        'AUTHORIZATION 12.00 EUR DECLINED',
        'AUTHORIZATION 12.00 EUR DECLINED',
        AUTHORIZED,
        'CAPTURE 12.00 EUR APPROVED',
      ],
    ),
  ],
};
