/** The adapter for payments with the bank that the payer chooses. */
import type {
  ChosenPayment,
  CreateOutcome,
  NewProviderPayment,
  Provider,
  ProviderCertificate,
  ProviderPayment,
  StateOutcome,
} from '../../../core/ports/index.ts';
import { BankClient, type BankClientOptions } from './bank-client.ts';
import { type Bank, optionOf } from './bank-list.ts';
import { ask, beginInitiation, type InitiationOptions } from './initiation.ts';
import { type PaymentAtBank, paymentAtBankOf } from './payment-number.ts';
import { cancelAt, probeBank, stateAt } from './payment-state.ts';
import { bankReplyOf } from './replies.ts';

export interface OpenBankingOptions extends BankClientOptions, Omit<InitiationOptions, 'turn'> {
  readonly banks: readonly Bank[];
  /** The certificates by which banks identify this gateway. */
  readonly certificates?: readonly ProviderCertificate[];
}

const NOT_SENT = { status: 'NOT_SENT' } as const;

export function openBankingProvider({ banks: listed, certificates = [], ...options }: OpenBankingOptions): Provider {
  const banks = new Map(listed.map((bank) => [bank.id, bank]));
  const client = new BankClient(options);
  const optionsOf = (bank: Bank): InitiationOptions => ({ ...options, turn: client.turn(bank) });
  const found = ({ providerReference = '' }: ProviderPayment) => paymentAtBankOf(providerReference, banks);
  /**
   * The state of a payment that was not found at a bank: `withoutBank` if the payer has not chosen a bank yet, NOT_SENT
   * if its bank was removed from the list.
   */
  const elsewhere = ({ providerReference }: ProviderPayment, withoutBank: StateOutcome): StateOutcome =>
    providerReference === undefined ? withoutBank : NOT_SENT;

  const state = async (payment: ProviderPayment): Promise<StateOutcome> => {
    const at = found(payment);
    return at === undefined
      ? elsewhere(payment, { status: 'OPEN', money: payment.asked })
      : stateAt(payment, at, client.turn(at.bank));
  };
  return {
    id: 'openBanking',
    certificates,
    choice: {
      options: listed.map(optionOf),
      optionOf: (number) => {
        const at = paymentAtBankOf(number, banks);
        return at && optionOf(at.bank);
      },
      begin: async (payment) => {
        const bank = banks.get(payment.option);
        return bank?.offered === true ? beginInitiation(payment, bank, optionsOf(bank)) : NOT_SENT;
      },
      ask: async (payment) => {
        const at = found(payment);
        return at === undefined ? NOT_SENT : askedAt(payment, at);
      },
      probe: async (option) => {
        const bank = banks.get(option);
        return bank === undefined ? { status: 'UNREACHED' } : probeBank(bank, client.turn(bank));
      },
    },
    create: async (payment) => createOutcomeOf(payment),
    state,
    // Nothing is left to confirm, so the state is queried: the bank executes the payment once its payer has agreed.
    confirm: state,
    cancel: async (payment) => {
      const at = found(payment);
      return at === undefined
        ? elsewhere(payment, { status: 'DECIDED', money: payment.asked, reply: bankReplyOf('NOT_BEGUN') })
        : cancelAt(payment, at, client.turn(at.bank));
    },
    // Called only after the operator has reported that the merchant transferred the refund.
    move: async ({ kind }) =>
      kind === 'REFUND'
        ? { status: 'REPLIED', reply: bankReplyOf('TRANSFERRED') }
        : { status: 'REPLIED', reply: bankReplyOf('SERVICE_INVALID') },
    // Banks are given no callback URL, so every callback is forged.
    callback: () => ({ status: 'FORGED' }),
  };

  /**
   * A bank may refuse to start an authorisation because none is needed: the payer has agreed already or need not agree,
   * or the payment has ended. The payment's state shows this.
   */
  async function askedAt(payment: ChosenPayment, at: PaymentAtBank) {
    const outcome = await ask(payment, at, optionsOf(at.bank));
    if (outcome.status !== 'REFUSED') {
      return outcome;
    }
    const { status } = await stateAt(payment, at, client.turn(at.bank));
    return status === 'WAITING' || status === 'DECIDED' ? ({ status: 'ASKED' } as const) : outcome;
  }
}

/** The outcome of `create`, which sends no request, because the payer chooses a bank first. */
function createOutcomeOf({ account, choiceUrl, currency }: NewProviderPayment): CreateOutcome {
  if (currency.code !== 'EUR') {
    return { status: 'REFUSED', reply: bankReplyOf('CURRENCY_NOT_SUPPORTED') };
  }
  return account.members.iban === undefined
    ? { status: 'REFUSED', reply: bankReplyOf('ACCOUNT_MISSING') }
    : { status: 'CREATED', pageUrl: choiceUrl };
}
