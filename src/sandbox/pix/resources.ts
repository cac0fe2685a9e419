/** The resources of the Pix API, from the ledger's rows. */
import type { PspAccounts } from './accounts.ts';
import { brCode } from './br-code.ts';
import type { PspLedger } from './ledger/ledger.ts';
import type { ChargeRow, PixRow, PspRefundRow, PspWebhookRow } from './ledger/rows.ts';
import { centavosText } from './money.ts';

/** A reserved name (RFC 6761) that does not resolve: the address is not meant to be fetched. */
const LOCATIONS = 'psp.sandbox.invalid/qr/v2/';
const CITY = 'SAO PAULO';
/** A fictitious tax number of the shop. */
const CNPJ = '99999999000191';

const instant = (ms: number) => new Date(ms).toISOString();

export class PspResources {
  readonly #ledger: PspLedger;
  readonly #accounts: PspAccounts;

  constructor(ledger: PspLedger, accounts: PspAccounts) {
    this.#ledger = ledger;
    this.#accounts = accounts;
  }

  charge(row: ChargeRow): object {
    const { id: txid, key: chave, status, revision: revisao } = row;
    const location = LOCATIONS + row.location;
    return {
      calendario: { criacao: instant(row.created_at), expiracao: row.seconds },
      ...{ txid, revisao, status, chave },
      loc: { id: locationNumber(row), location, tipoCob: 'cob', criacao: instant(row.created_at), txid },
      location,
      valor: { original: centavosText(row.amount) },
      solicitacaoPagador: row.request_text ?? undefined,
      infoAdicionais: row.info === null ? undefined : (JSON.parse(row.info) as object[]),
      pixCopiaECola: this.codeOf(row),
    };
  }

  /** A charge with its received payments, in the answer to a query. */
  chargeWithPix(row: ChargeRow): object {
    const received = this.#ledger.pix.all({ txid: row.id });
    return { ...this.charge(row), pix: received.length > 0 ? received.map((one) => this.pix(one)) : undefined };
  }

  codeOf(row: ChargeRow): string {
    const name = this.#accounts.of(row.owner)?.name ?? 'LOJA';
    return brCode({ location: LOCATIONS + row.location, name, city: CITY });
  }

  pix(row: PixRow): object {
    const refunds = this.#ledger.refunds.all({ pix: row.id });
    return {
      ...{ endToEndId: row.id, txid: row.txid, valor: centavosText(row.amount), chave: row.key },
      horario: instant(row.paid_at),
      devolucoes: refunds.length > 0 ? refunds.map((one) => this.refund(one)) : undefined,
    };
  }

  refund(row: PspRefundRow): object {
    return {
      ...{ id: row.refund_id, rtrId: row.return_id, valor: centavosText(row.amount), status: row.status },
      horario: {
        solicitacao: instant(row.asked_at),
        liquidacao: row.settled_at === null ? undefined : instant(row.settled_at),
      },
      motivo: row.reason ?? undefined,
      natureza: row.nature ?? undefined,
    };
  }

  webhook(row: PspWebhookRow): object {
    return { webhookUrl: row.url, cnpj: CNPJ, criacao: instant(row.created_at) };
  }
}

function locationNumber({ location }: ChargeRow): number {
  return Number.parseInt(location.slice(0, 8), 16);
}
