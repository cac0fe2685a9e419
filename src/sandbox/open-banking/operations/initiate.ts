/** POST /v1/payments/{payment-product}: initiates a payment. */
import { isIban } from '../iban.ts';
import { newId } from '../ids.ts';
import type { BankPaymentRow } from '../ledger/rows.ts';
import type { BankOperation, BankOperationContext, BankResponse } from '../operation.ts';
import { bankOutcomeOf } from '../outcomes.ts';
import { addAuthorisation, exempt, plan, reach, withDebtor } from '../payments.ts';
import { BankRefusal } from '../refusal.ts';
import { type BankPaymentRequest, centsOf } from '../requests.ts';
import { productOf } from './products.ts';
import { psuOf, returnsOf } from './senders.ts';

export const initiatePayment: BankOperation = {
  name: 'payments.initiate',
  method: 'POST',
  path: '/v1/payments/:product',
  described: '/{payment-service}/{payment-product}',
  isRepeatable: true,
  act(context) {
    const product = productOf(context);
    const request = context.body as BankPaymentRequest;
    const amount = requestedCents(request);
    const { refusal, fromStart } = bankOutcomeOf(request);
    if (refusal !== undefined) {
      throw new BankRefusal(refusal);
    }
    const { ledger, bank, tpp, now } = context;
    const returns = returnsOf(context);
    const psu = psuOf(context, request.debtorAccount.iban);
    const row = ledger.payments.add({
      id: newId(),
      bank: bank.id,
      product,
      tpp,
      request: JSON.stringify(request),
      status: 'RCVD',
      debtor_iban: request.debtorAccount.iban ?? null,
      amount: `${amount}`,
      creditor_iban: request.creditorAccount.iban ?? '',
      end_to_end: request.endToEndIdentification ?? null,
      remittance: request.remittanceInformationUnstructured ?? null,
      ...returns,
      steps: '[]',
      next_at: null,
      silent_until: null,
      created_at: now,
      updated_at: now,
    });
    const received = reach(context, row, 'RCVD');
    if (fromStart !== undefined) {
      plan(context, withDebtor(context, received), fromStart);
      if (bank.approach !== 'EMBEDDED') {
        exempt(context, addAuthorisation(context, received, bank, { kind: 'INITIATION', psu, returns }));
      }
    } else if (isStartedAtOnce(context, psu)) {
      addAuthorisation(context, received, bank, { kind: 'INITIATION', psu, returns });
    }
    return row.id;
  },
  show: initiatedAnswer,
};

function initiatedAnswer({ ledger, resources, bank }: BankOperationContext, id: string): BankResponse {
  const row = ledger.payments.find({ id }) as BankPaymentRow;
  return {
    status: 201,
    body: resources.initiationAnswer(row),
    headers: { location: resources.paymentUrl(row), 'aspsp-sca-approach': bank.approach },
  };
}

/** Whether the authorisation starts with the initiation. A push to the bank's app needs a known payer. */
function isStartedAtOnce({ bank, headers }: BankOperationContext, psu: string | undefined): boolean {
  const isPutOff = bank.isStartedByCall === true || headers['tpp-explicit-authorisation-preferred'] === 'true';
  const canStart = bank.approach === 'REDIRECT' || (bank.approach === 'DECOUPLED' && psu !== undefined);
  return canStart && !isPutOff;
}

/** Checks rules that the description cannot express. @returns cents @throws BankRefusal */
function requestedCents({ instructedAmount, creditorAccount, debtorAccount }: BankPaymentRequest): bigint {
  if (instructedAmount.currency !== 'EUR') {
    throw new BankRefusal('PARAMETER_NOT_SUPPORTED', '/instructedAmount/currency');
  }
  const cents = centsOf(instructedAmount.amount);
  if (cents === undefined) {
    throw new BankRefusal('FORMAT_ERROR', '/instructedAmount/amount');
  }
  if (!isIban(creditorAccount.iban ?? '')) {
    throw new BankRefusal('FORMAT_ERROR', '/creditorAccount/iban');
  }
  if (debtorAccount.iban !== undefined && !isIban(debtorAccount.iban)) {
    throw new BankRefusal('FORMAT_ERROR', '/debtorAccount/iban');
  }
  return cents;
}
