/** /cob/{txid}: creates, reads, changes or removes a charge. */
import { newLocation } from '../ids.ts';
import type { ChargeRow } from '../ledger/rows.ts';
import { centavosOf } from '../money.ts';
import type { PspOperation, PspOperationContext } from '../operation.ts';
import { PspRefusal } from '../refusal.ts';

/** The fields of a valid request that the simulator reads. */
interface ChargeRequest {
  readonly calendario?: { readonly expiracao?: number };
  readonly valor?: { readonly original: string };
  readonly chave?: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly object[];
  readonly status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
}

/** The default time in which a charge can be paid: a day. */
const SECONDS = 86_400;

const PATH = '/cob/{txid}';
const INVALID = 'CobOperacaoInvalida';

export const putCharge: PspOperation = {
  name: 'cob.put',
  method: 'PUT',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, account, id, now, resources, refusesKnownIds } = context;
    const asked = fieldsOf(context);
    const known = ledger.charges.find({ id });
    if (known === undefined) {
      const row = { id, owner: account.clientId, status: 'ATIVA', revision: 0, location: newLocation() } as const;
      return { status: 201, body: resources.charge(ledger.charges.add({ ...row, ...asked, created_at: now })) };
    }
    if (known.owner !== account.clientId || known.status !== 'ATIVA' || refusesKnownIds) {
      throw new PspRefusal(INVALID);
    }
    const isSame = Object.entries(asked).every(([name, value]) => known[name as keyof ChargeRow] === value);
    const row = isSame ? known : ledger.charges.change(known, { ...asked, revision: known.revision + 1 });
    return { status: 201, body: resources.charge(row) };
  },
};

export const patchCharge: PspOperation = {
  name: 'cob.patch',
  method: 'PATCH',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, resources, body } = context;
    const known = foundCharge(context);
    const { status, ...others } = body as ChargeRequest;
    if (known.status !== 'ATIVA' || (status !== undefined && Object.keys(others).length > 0)) {
      throw new PspRefusal(INVALID, 'status');
    }
    const changes = status === undefined ? changedFields(context, known) : { status };
    return {
      status: 200,
      body: resources.charge(ledger.charges.change(known, { ...changes, revision: known.revision + 1 })),
    };
  },
};

export const getCharge: PspOperation = {
  name: 'cob.get',
  method: 'GET',
  path: PATH,
  invalid: INVALID,
  answer: (context) => ({ status: 200, body: context.resources.chargeWithPix(foundCharge(context)) }),
};

function foundCharge({ ledger, account, id }: PspOperationContext): ChargeRow {
  const known = ledger.charges.find({ id, owner: account.clientId });
  if (known === undefined) {
    throw new PspRefusal('CobNaoEncontrado');
  }
  return known;
}

type ChargeFields = Pick<ChargeRow, 'amount' | 'info' | 'key' | 'request_text' | 'seconds'>;

const EMPTY_CHARGE = { amount: '', key: '', seconds: SECONDS } as const;

function fieldsOf(context: PspOperationContext): ChargeFields {
  const { infoAdicionais, solicitacaoPagador } = context.body as ChargeRequest;
  return {
    ...changedFields(context, EMPTY_CHARGE),
    request_text: solicitacaoPagador ?? null,
    info: infoAdicionais === undefined ? null : JSON.stringify(infoAdicionais),
  };
}

/** @param known values of the fields that the request omits @throws PspRefusal */
function changedFields(
  { account, body }: PspOperationContext,
  known: Pick<ChargeFields, 'amount' | 'key' | 'seconds'>,
): Pick<ChargeFields, 'amount' | 'key' | 'seconds'> {
  const { calendario: { expiracao } = {}, valor, chave } = body as ChargeRequest;
  const amount = valor && centavosOf(valor.original);
  if (valor !== undefined && amount === undefined) {
    throw new PspRefusal(INVALID, 'cob.valor.original');
  }
  if (expiracao !== undefined && expiracao <= 0) {
    throw new PspRefusal(INVALID, 'cob.calendario.expiracao');
  }
  if (chave !== undefined && chave !== account.key) {
    throw new PspRefusal(INVALID, 'cob.chave');
  }
  return { amount: amount ?? known.amount, key: chave ?? known.key, seconds: expiracao ?? known.seconds };
}
