/** The resources of the interface, from the ledger's rows. */
import { bankOf, isCovered, type SandboxBank } from './banks.ts';
import type { BankLedger } from './ledger/ledger.ts';
import type { AuthorisationRow, BankPaymentRow, TransactionStatus } from './ledger/rows.ts';
import { OPEN_BANKING_PREFIX } from './prefix.ts';
import type { BankPaymentRequest } from './requests.ts';

export interface BankBaseUrls {
  /** Base address of the interface: `https://localhost:8092`. */
  readonly api: string;
  /** Base address of the pages: `http://127.0.0.1:8090`. */
  readonly pages: string;
}

interface Time {
  readonly now: number;
  readonly speed: number;
  readonly quietMs: number;
}

type Links = Readonly<Record<string, { readonly href: string } | undefined>>;

export const paymentRequestOf = ({ request }: BankPaymentRow): BankPaymentRequest =>
  JSON.parse(request) as BankPaymentRequest;

export function bankOfPayment({ bank }: BankPaymentRow): SandboxBank {
  return bankOf(bank) as SandboxBank;
}

export class BankResources {
  readonly #ledger: BankLedger;
  readonly #bases: BankBaseUrls;
  readonly #time: Time;

  constructor(ledger: BankLedger, bases: BankBaseUrls, time: Time) {
    this.#ledger = ledger;
    this.#bases = bases;
    this.#time = time;
  }

  /** A payment in the answer to its initiation. */
  initiationAnswer(row: BankPaymentRow): object {
    const bank = bankOfPayment(row);
    const self = this.paymentUrl(row);
    const authorisation = this.#ledger.authorisations.find({ payment_id: row.id, kind: 'INITIATION' });
    return {
      transactionStatus: this.visibleStatus(row),
      paymentId: row.id,
      _links: {
        ...(authorisation === undefined ? this.#startLinks(bank, row) : this.#scaLinks(authorisation, row)),
        self: { href: self },
        status: { href: `${self}/status` },
      },
      psuMessage: authorisation?.approach === 'DECOUPLED' ? pushMessage(bank) : undefined,
    };
  }

  authorisationAnswer(authorisation: AuthorisationRow, row: BankPaymentRow): object {
    return {
      scaStatus: authorisation.sca_status,
      authorisationId: authorisation.id,
      _links: this.#scaLinks(authorisation, row),
      psuMessage: authorisation.approach === 'DECOUPLED' ? pushMessage(bankOfPayment(row)) : undefined,
    };
  }

  payment(row: BankPaymentRow): object {
    const request = paymentRequestOf(row);
    const debtor = row.debtor_iban === null ? {} : { debtorAccount: { iban: row.debtor_iban, currency: 'EUR' } };
    return { ...request, ...debtor, transactionStatus: this.visibleStatus(row) };
  }

  /** The answer to a status request. */
  status(row: BankPaymentRow): object {
    const transactionStatus = this.visibleStatus(row);
    const isShort = transactionStatus === 'RJCT' && row.debtor_iban !== null && !isCovered(bankOfPayment(row), row);
    return { transactionStatus, fundsAvailable: isShort ? false : undefined };
  }

  /** The status that the bank's answers show, which may be an older one. */
  visibleStatus(row: BankPaymentRow): TransactionStatus {
    const { now, speed, quietMs } = this.#time;
    const until = now - quietMs - bankOfPayment(row).statusDelayMs / speed;
    const reached = this.#ledger.statuses.all({ payment_id: row.id });
    return (reached.filter(({ at }) => at <= until).at(-1) ?? reached[0])?.status ?? row.status;
  }

  paymentUrl(row: BankPaymentRow): string {
    const bank = bankOfPayment(row);
    const path = `/${bank.id}/v1/payments/${row.product}/${row.id}`;
    return bank.hasRelativeLinks ? path : this.#bases.api + path;
  }

  /** The page of the payer's authentication. */
  pageUrl(bank: SandboxBank, { id }: AuthorisationRow): string {
    return `${this.#bases.pages}${OPEN_BANKING_PREFIX}/${bank.id}/sca/${id}`;
  }

  cancellationLinks(row: BankPaymentRow): Links {
    return { startAuthorisation: { href: `${this.paymentUrl(row)}/cancellation-authorisations` } };
  }

  #scaLinks(authorisation: AuthorisationRow, row: BankPaymentRow): Links {
    const bank = bankOfPayment(row);
    const folder = authorisation.kind === 'INITIATION' ? 'authorisations' : 'cancellation-authorisations';
    return {
      scaRedirect: authorisation.approach === 'REDIRECT' ? { href: this.pageUrl(bank, authorisation) } : undefined,
      scaStatus: { href: `${this.paymentUrl(row)}/${folder}/${authorisation.id}` },
    };
  }

  /** The link by which the caller starts the authorisation. */
  #startLinks(bank: SandboxBank, row: BankPaymentRow): Links {
    const href = `${this.paymentUrl(row)}/authorisations`;
    const names = {
      REDIRECT: 'startAuthorisation',
      DECOUPLED: 'startAuthorisationWithPsuIdentification',
      EMBEDDED: 'startAuthorisationWithPsuAuthentication',
    };
    return row.status === 'RCVD' ? { [names[bank.approach]]: { href } } : {};
  }
}

function pushMessage({ name }: SandboxBank): string {
  return `Confirm the payment in the app of ${name}.`;
}
