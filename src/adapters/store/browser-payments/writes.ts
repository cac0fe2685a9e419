/** The writes of browser payments that commit with their transaction. */
import type { BrowserEvent, CompletedTransaction, NewBrowserPayment } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

export function browserPaymentInsert(
  transactionKey: number,
  { provider, reference, handle, returnUrl, shopName }: NewBrowserPayment,
  createdAt: number,
): Write {
  return write(statements.insertBrowserPayment, {
    transactionKey,
    provider,
    reference,
    handle,
    returnUrl,
    shopName,
    none: null,
    createdAt,
  });
}

/** Stores the payment that the provider created. */
export function createdUpdate(
  transactionKey: number,
  { pageUrl, providerReference, code }: NonNullable<CompletedTransaction['created']>,
): Write {
  return write(statements.setCreated, {
    pageUrl,
    providerReference: providerReference ?? null,
    code: code?.text ?? null,
    codeUntil: code?.payableUntil ?? null,
    transactionKey,
  });
}

export function eventWrite(transactionKey: number, { kind, actor, outcome, source, at }: BrowserEvent): Write {
  return write(statements.countEvent, { transactionKey, kind, actor, outcome, source, at, one: 1 });
}
