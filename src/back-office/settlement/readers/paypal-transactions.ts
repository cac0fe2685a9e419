/**
 * Pages of PayPal's Transaction Search (`/v1/reporting/transactions`), as fetched from its server. Amounts have a
 * decimal point, and a sign for debit or credit.
 */
import { z } from 'zod';
import type { ReadEntry } from '../entry.ts';
import { day, parseMajorUnits } from './amounts.ts';
import { paypalEntry } from './paypal-entry.ts';
import { SettlementFileError } from './read-error.ts';

const money = z.object({ currency_code: z.string(), value: z.string() });
const text = z.string().default('');

const page = z.object({
  // Absent on an empty page.
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string().min(1),
          transaction_event_code: z.string().regex(/^T[0-9]{4}$/),
          transaction_initiation_date: z.string(),
          transaction_status: z.enum(['D', 'P', 'S', 'V']),
          transaction_amount: money,
          fee_amount: money.optional(),
          invoice_id: text,
          custom_field: text,
          paypal_reference_id: text,
          bank_reference_id: text,
        }),
      }),
    )
    .default([]),
});
type Info = z.infer<typeof page>['transaction_details'][number]['transaction_info'];

/**
 * Denied or pending: no money moved. A transaction that was reversed later (V) moved money, and so did its reversal.
 */
const STATUSES_WITHOUT_MOVEMENT: readonly Info['transaction_status'][] = ['D', 'P'];

/** @param answered JSON @throws SettlementFileError that names the transaction's position in the page */
export function readPaypalTransactions(answered: unknown): ReadEntry[] {
  const { data, error } = page.safeParse(answered);
  if (data === undefined) {
    throw new SettlementFileError(`${error.issues[0]?.path.join('.')}: not as PayPal describes it`);
  }
  return data.transaction_details
    .map(({ transaction_info: info }, index) => ({ info, index }))
    .filter(({ info }) => !STATUSES_WITHOUT_MOVEMENT.includes(info.transaction_status))
    .map(({ info, index }) => entryOf(info, index));
}

function entryOf(info: Info, index: number): ReadEntry {
  const { transaction_amount: gross, fee_amount: taken = { ...gross, value: '0' } } = info;
  const amount = parseMajorUnits(withoutSign(gross.value), gross.currency_code);
  const fee = parseMajorUnits(withoutSign(taken.value), gross.currency_code);
  const date = day(info.transaction_initiation_date);
  if (amount === undefined || fee === undefined || date === undefined || taken.currency_code !== gross.currency_code) {
    throw new SettlementFileError(`transaction ${index + 1}: no date, gross and fee in one currency of ISO 4217`);
  }
  const isCredited = !gross.value.startsWith('-');
  return paypalEntry({
    id: info.transaction_id,
    code: info.transaction_event_code,
    amount: isCredited ? amount : -amount,
    isCredited,
    // A fee that PayPal keeps is a debit.
    fee: taken.value.startsWith('-') ? fee : -fee,
    currency: gross.currency_code,
    date,
    invoice: info.invoice_id,
    custom: info.custom_field,
    about: info.paypal_reference_id,
    bankReference: info.bank_reference_id,
  });
}

function withoutSign(value: string): string {
  return value.replace(/^-/, '');
}
