/** The banks' pages: payers authenticate there and return to the caller. Also the app of a decoupled bank. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, bankOf, payersOf, type SandboxBank } from '../banks.ts';
import { NOWHERE } from '../exchange.ts';
import { RETURN_PAGE } from '../faults.ts';
import { bankLedgerEntries } from '../ledger/entries.ts';
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import type { OpenBanking } from '../open-banking.ts';
import type { BankWork } from '../operation.ts';
import { agree, arriveAtBank, confirm, isAnswered, paymentOf, progress, refuse } from '../payments.ts';
import { OPEN_BANKING_PREFIX } from '../prefix.ts';
import { paymentRequestOf } from '../resources.ts';
import { bankAppPage } from './app-page.ts';
import { bankClosedPage } from './closed-page.ts';
import { bankOverviewPage } from './overview-page.ts';
import { type ScaStep, scaPage } from './sca-page.ts';
import { BANK_PAGE_HEADERS, bankIcon } from './site.ts';

type Params = { Params: { bank: string; id: string } };

export function addBankPages(app: FastifyInstance, banks: OpenBanking): void {
  const url = `${OPEN_BANKING_PREFIX}/:bank/sca/:id`;
  app.get(`${OPEN_BANKING_PREFIX}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').send(bankIcon()));

  app.get(OPEN_BANKING_PREFIX, (_request, reply) => {
    const violations = banks.validator.violations.length;
    const page = bankOverviewPage({ api: banks.bases.api, entries: bankLedgerEntries(banks.ledger), violations });
    return reply.headers(BANK_PAGE_HEADERS).send(page);
  });

  app.get<Params>(url, ({ params }, reply) => {
    const before = find(banks, params);
    if (before === undefined) {
      return unknown(reply, params.bank);
    }
    banks.change((work) => arriveAtBank(work, before.authorisation));
    return answer(banks, reply, find(banks, params) as FoundAuthorisation);
  });

  app.post<Params>(url, ({ params, body }, reply) => {
    const before = find(banks, params);
    if (before === undefined) {
      return unknown(reply, params.bank);
    }
    const form = new URLSearchParams(typeof body === 'string' ? body : '');
    const problem = isAnswered(before.authorisation) ? undefined : banks.change((work) => take(work, before, form));
    return answer(banks, reply, find(banks, params) as FoundAuthorisation, problem);
  });

  addApp(app, banks);
}

interface FoundAuthorisation {
  readonly bank: SandboxBank;
  readonly payment: BankPaymentRow;
  readonly authorisation: AuthorisationRow;
}

function find(
  { ledger }: Pick<OpenBanking, 'ledger'>,
  { bank: bankId, id }: Params['Params'],
): FoundAuthorisation | undefined {
  const authorisation = ledger.authorisations.find({ id, approach: 'REDIRECT' });
  const bank = bankOf(bankId);
  if (authorisation === undefined || bank === undefined) {
    return undefined;
  }
  const payment = paymentOf({ ledger }, authorisation);
  return payment.bank === bank.id ? { bank, payment, authorisation } : undefined;
}

/** @returns the problem of the payer's answer; undefined if it is accepted */
function take(
  work: BankWork,
  { bank, payment, authorisation }: FoundAuthorisation,
  form: URLSearchParams,
): string | undefined {
  const choice = form.get('choice');
  if (choice === 'CANCEL') {
    refuse(work, authorisation);
    return undefined;
  }
  const step = stepOf(authorisation);
  if (choice !== step) {
    return 'Answer this first.';
  }
  if (step === 'LOGIN') {
    const payer = payersOf(bank).find(({ id }) => id === form.get('user'));
    if (payer === undefined || !form.get('password')) {
      return 'The user name or the password is wrong.';
    }
    const { iban } = paymentRequestOf(payment).debtorAccount;
    if (iban !== undefined && !payer.accounts.some((one) => one.iban === iban)) {
      return `The shop asked for account ${iban}, which is not yours.`;
    }
    progress(work, authorisation, { sca_status: 'psuAuthenticated', psu_id: payer.id });
    return undefined;
  }
  if (step === 'ACCOUNT') {
    const account = accountsOf({ bank, payment, authorisation }).find(({ iban }) => iban === form.get('account'));
    if (account === undefined) {
      return 'Choose one of your accounts.';
    }
    work.ledger.payments.change(payment, { debtor_iban: account.iban });
    progress(work, authorisation, { sca_status: 'started' });
    return undefined;
  }
  const confirmed = confirm(work, authorisation, (form.get('code') ?? '').trim());
  return isAnswered(confirmed) ? undefined : 'The code is wrong.';
}

function stepOf({ sca_status: status }: AuthorisationRow): ScaStep {
  if (status === 'received' || status === 'psuIdentified') {
    return 'LOGIN';
  }
  return status === 'psuAuthenticated' ? 'ACCOUNT' : 'CODE';
}

/** The payer's accounts, or only the account that the caller requested. */
function accountsOf({ bank, payment, authorisation }: FoundAuthorisation): readonly Account[] {
  const payer = payersOf(bank).find(({ id }) => id === authorisation.psu_id);
  const { iban } = paymentRequestOf(payment).debtorAccount;
  return (payer?.accounts ?? []).filter((one) => iban === undefined || one.iban === iban);
}

/** The page of the next step, or the redirect to the caller. */
function answer(banks: OpenBanking, reply: FastifyReply, found: FoundAuthorisation, problem?: string): FastifyReply {
  const { bank, authorisation } = found;
  if (!isAnswered(authorisation)) {
    const page = scaPage({ ...found, step: stepOf(authorisation), accounts: accountsOf(found), problem });
    return reply
      .code(problem === undefined ? 200 : 422)
      .headers(BANK_PAGE_HEADERS)
      .send(page);
  }
  if (banks.faults.take(bank.id, RETURN_PAGE).mode === 'NO_RETURN') {
    return reply.headers(BANK_PAGE_HEADERS).redirect(NOWHERE, 303);
  }
  const { redirect_uri: ok, nok_redirect_uri: nok } = authorisation;
  const home = authorisation.sca_status === 'failed' ? (nok ?? ok) : ok;
  if (home === null) {
    const page = bankClosedPage(bank, 'Thank you', 'You may close this window.');
    return reply.code(200).headers(BANK_PAGE_HEADERS).send(page);
  }
  return reply.headers(BANK_PAGE_HEADERS).redirect(home, 303);
}

function unknown(reply: FastifyReply, bankId: string): FastifyReply {
  const bank = bankOf(bankId);
  return bank === undefined
    ? reply.code(404).send({ error: 'The sandbox has no such bank.' })
    : reply
        .code(404)
        .headers(BANK_PAGE_HEADERS)
        .send(bankClosedPage(bank, 'No such payment', 'Go back to the shop and begin again.'));
}

function addApp(app: FastifyInstance, banks: OpenBanking): void {
  const url = `${OPEN_BANKING_PREFIX}/:bank/app`;
  const waiting = (bank: SandboxBank) =>
    banks.ledger.authorisations
      .all({ approach: 'DECOUPLED' })
      .filter((authorisation) => !isAnswered(authorisation))
      .map((authorisation) => ({ authorisation, payment: paymentOf(banks, authorisation) }))
      .filter(({ payment }) => payment.bank === bank.id);

  app.get<Params>(url, ({ params }, reply) => {
    const bank = bankOf(params.bank);
    if (bank?.approach !== 'DECOUPLED') {
      return reply.code(404).send({ error: 'The sandbox has no such app.' });
    }
    return reply.headers(BANK_PAGE_HEADERS).send(bankAppPage(bank, waiting(bank)));
  });

  app.post<Params>(url, ({ params, body }, reply) => {
    const form = new URLSearchParams(typeof body === 'string' ? body : '');
    const bank = bankOf(params.bank);
    const push = bank && waiting(bank).find(({ authorisation: { id } }) => id === form.get('authorisation'));
    if (push !== undefined) {
      const isAgreed = form.get('choice') === 'AGREE';
      banks.change((work) => (isAgreed ? agree(work, push.authorisation) : refuse(work, push.authorisation)));
    }
    return reply.headers(BANK_PAGE_HEADERS).redirect(`${OPEN_BANKING_PREFIX}/${params.bank}/app`, 303);
  });
}
