/** The tables of all messages by type. */
import type { GroupOf } from '../field-types.ts';
import { AREQ } from './areq.ts';
import { ARES } from './ares.ts';
import { CREQ, CRES } from './challenge.ts';
import { ERRO } from './erro.ts';
import { PREQ, PRES } from './ranges.ts';
import { RREQ, RRES } from './results.ts';

export const TABLES = {
  PReq: PREQ,
  PRes: PRES,
  AReq: AREQ,
  ARes: ARES,
  CReq: CREQ,
  CRes: CRES,
  RReq: RREQ,
  RRes: RRES,
  Erro: ERRO,
} as const;

export type MessageType = keyof typeof TABLES;

/** The fields of a message and their values. */
export type MessageOf<T extends MessageType> = GroupOf<(typeof TABLES)[T]>;

export { CARD_RANGE, RANGES_MAX } from './ranges.ts';

export function isMessageType(text: unknown): text is MessageType {
  return typeof text === 'string' && Object.hasOwn(TABLES, text);
}
