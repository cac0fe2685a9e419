/** PSPs' answers, parsed strictly where money depends on them: an invalid message is not an answer. */
import { z } from 'zod';

const TEXT_CHARACTERS_MAX = 512;

const text = z.string().min(1).max(TEXT_CHARACTERS_MAX);
/** An unreadable value counts as missing. */
const loose = <Type extends z.ZodType>(type: Type) => type.optional().catch(undefined);

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);
const instant = z.iso.datetime({ offset: true }).max(40);
export const END_TO_END_ID = /^[a-zA-Z0-9]{32}$/;
const endToEndId = z.string().regex(END_TO_END_ID);

/** Matches returns that a PSP makes by itself, by the scheme's rules for fraud and errors (MED). */
export const BY_PSP = /^MED_/;
const returnedPix = z.object({ valor: amount, status: z.string(), natureza: loose(z.string()) });
const receivedPix = z.object({
  endToEndId,
  valor: amount,
  txid: loose(z.string()),
  devolucoes: loose(z.array(returnedPix)),
});

/** A charge. Numbers are the text that the PSP sent. */
export const charge = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  calendario: z.object({ criacao: instant, expiracao: z.string().regex(/^\d{1,9}$/) }),
  valor: z.object({ original: amount }),
  pixCopiaECola: loose(text),
  location: loose(text),
  loc: loose(z.object({ location: text })),
  pix: z.array(receivedPix).default([]),
});
export type Charge = z.infer<typeof charge>;

export const refund = z.object({
  id: z.string(),
  valor: amount,
  rtrId: loose(text),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  motivo: loose(text),
});
export type Refund = z.infer<typeof refund>;

export const registeredWebhook = z.object({ webhookUrl: z.string() });

/** A callback: received payments, or payments with refunds that were decided. */
export const pixCallbackMessage = z.object({
  pix: z
    .array(
      z.object({
        txid: loose(z.string()),
        endToEndId: loose(z.string()),
        devolucoes: loose(z.array(z.object({ natureza: loose(z.string()) }))),
      }),
    )
    .min(1)
    .max(1_000),
});

const ERROR = /^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/([A-Za-z]{1,60})$/;
/** An error (RFC 7807) with a type of the Pix API. */
const problem = z.object({ type: z.string().regex(ERROR) });

/** @returns the error type, for example `CobOperacaoInvalida`; undefined if the body has none */
export function pspErrorCode(body: unknown): string | undefined {
  return ERROR.exec(problem.safeParse(body).data?.type ?? '')?.[1];
}
