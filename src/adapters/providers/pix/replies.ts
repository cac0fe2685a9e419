/** Makes replies from the PSP's codes. */
import type { GatewayCode } from '../../../contract/gateway-codes.ts';
import type { ProviderReply } from '../../../core/ports/index.ts';

/** The codes that are not declines: statuses of charges and refunds, errors, and refusals by this adapter. */
const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  CONCLUIDA: 'APPROVED',
  DEVOLVIDO: 'APPROVED',
  EM_PROCESSAMENTO: 'PENDING',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'CANCELLED',
  // The PSP closed the charge, usually because it could no longer be paid.
  REMOVIDA_PELO_PSP: 'ABORTED',
  EXPIRADA: 'ABORTED',
  // The PSP returned a received payment, which therefore counts as failed.
  MED_DEVOLVIDO: 'CANCELLED',
  AcessoNegado: 'NOT_SUPPORTED',
  CURRENCY_NOT_SUPPORTED: 'NOT_SUPPORTED',
  AMOUNT_NOT_SUPPORTED: 'NOT_SUPPORTED',
  MOVEMENT_NOT_SUPPORTED: 'NOT_SUPPORTED',
};

const MESSAGES: Readonly<Record<string, string>> = {
  CONCLUIDA: 'Paid',
  DEVOLVIDO: 'Given back',
  EM_PROCESSAMENTO: 'Being given back',
  NAO_REALIZADO: 'Not given back',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'Taken back before it was paid',
  REMOVIDA_PELO_PSP: 'Closed by the PSP before it was paid',
  EXPIRADA: 'Not paid in time',
  MED_DEVOLVIDO: 'Given back by the PSP',
  CURRENCY_NOT_SUPPORTED: 'Paid in Brazilian reais alone',
  AMOUNT_NOT_SUPPORTED: 'Pix takes no such amount',
  MOVEMENT_NOT_SUPPORTED: 'Pix has refunds alone',
  ACCOUNT_UNUSABLE: 'The merchant’s account cannot be used',
};

const CHARACTERS_MAX = 100;

export function pspReplyOf(
  code: string,
  { message, ...more }: Partial<Pick<ProviderReply, 'account' | 'message' | 'providerReference'>> = {},
): ProviderReply {
  return {
    gatewayCode: GATEWAY_CODES[code] ?? 'DECLINED',
    code: code.slice(0, CHARACTERS_MAX),
    message: (message ?? MESSAGES[code] ?? 'Refused by the PSP').slice(0, CHARACTERS_MAX),
    ...more,
  };
}
