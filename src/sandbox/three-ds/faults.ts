/** Faults on demand: of a directory server's answers, of results, of the CRes, and of the 3DS Method page. */
import { randomUUID } from 'node:crypto';
import { CountedFault, type FaultInForce, type FaultSetting } from '../kit/faults/counted-fault.ts';
import type { ErrorCode } from './messages/erro.ts';
import type { Message } from './messages/table.ts';

/**
 * Faults of any message. LATE: `delayMs` late. LOST: executed, and not sent. REORDERED: sent after the next one of its
 * type, or after `delayMs`. The others change the message: GARBAGE is not JSON; HUGE has 10 MB; MISSING lacks a
 * required element; WRONG_FORMAT has an invalid one; OTHER_TRANSACTION has another transaction's id; OTHER_VERSION has
 * version 9.9.9; CRITICAL_EXTENSION has an unknown critical extension; REPEATED_NAME has an element twice;
 * UNKNOWN_ELEMENT has one that the standard does not define.
 */
const OF_ALL = [
  'LATE',
  'LOST',
  'REORDERED',
  'GARBAGE',
  'HUGE',
  'MISSING',
  'WRONG_FORMAT',
  'OTHER_TRANSACTION',
  'OTHER_VERSION',
  'CRITICAL_EXTENSION',
  'REPEATED_NAME',
  'UNKNOWN_ELEMENT',
] as const;

/**
 * AWAY: disconnected without execution. ERRO: an Erro with `errorCode` instead of an answer. The others are 500 and
 * 503.
 */
const OF_ANSWERS = ['AWAY', 'ERRO', 'INTERNAL_ERROR', 'UNAVAILABLE'] as const;
/**
 * DOUBLED: sent twice. AFTER_CRES: sent `delayMs` after the CRes. FORGED: sent with a certificate of an untrusted
 * authority.
 */
const OF_RESULTS = ['DOUBLED', 'AFTER_CRES', 'FORGED'] as const;
/** OTHER_OUTCOME: Y instead of N, and N instead of Y. OTHER_SESSION: other session data than the CReq's. */
const OF_CRES = ['OTHER_OUTCOME', 'OTHER_SESSION'] as const;

/** The faults of each kind of message. */
export const FAULTS = {
  PRes: [...OF_ALL, ...OF_ANSWERS],
  ARes: [...OF_ALL, ...OF_ANSWERS],
  RReq: [...OF_ALL, ...OF_RESULTS],
  CRes: ['LATE', 'LOST', ...OF_ALL.slice(OF_ALL.indexOf('GARBAGE')), ...OF_CRES],
  /** The form that the 3DS Method page posts at its end. */
  method: ['LATE', 'LOST', 'GARBAGE', 'OTHER_TRANSACTION'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FaultedMessage = keyof typeof FAULTS;
export type ThreeDSFaultMode = (typeof FAULTS)[FaultedMessage][number];

export interface MessageFault extends FaultSetting<ThreeDSFaultMode> {
  readonly message?: FaultedMessage | undefined;
  /** Absent: any scheme. */
  readonly scheme?: string | undefined;
  readonly errorCode?: ErrorCode | undefined;
}

export type FaultOfMessage = FaultInForce<ThreeDSFaultMode> & { readonly errorCode?: ErrorCode | undefined };

const ANY = '*';
const NONE: FaultOfMessage = { mode: 'NONE', delayMs: 0, count: null };

export class ThreeDSFaults {
  readonly #set = new Map<
    string,
    { readonly fault: CountedFault<ThreeDSFaultMode>; readonly errorCode?: ErrorCode | undefined }
  >();

  /** Sets a fault. NONE removes all. */
  set({ mode, message, scheme = ANY, errorCode, ...times }: MessageFault): void {
    if (mode === 'NONE' || message === undefined) {
      this.#set.clear();
      return;
    }
    const fault = new CountedFault<ThreeDSFaultMode>();
    fault.set({ mode, ...times });
    this.#set.set(`${message} ${scheme}`, { fault, errorCode });
  }

  /** Returns and counts the fault of this message. */
  take(message: FaultedMessage, scheme: string): FaultOfMessage {
    for (const key of [`${message} ${scheme}`, `${message} ${ANY}`]) {
      const known = this.#set.get(key);
      if (known !== undefined && known.fault.inForce.mode !== 'NONE') {
        return { ...known.fault.take(), errorCode: known.errorCode };
      }
    }
    return NONE;
  }

  get inForce(): object {
    const set = [...this.#set].map(([key, { fault }]) => [key, fault.inForce] as const);
    return Object.fromEntries(set.filter(([, { mode }]) => mode !== 'NONE'));
  }
}

const HUGE_BYTES = 10 * 1024 * 1024;
const GARBAGE = '{"messageType":"ARes","messageVers';
const NEVER_A_VERSION = '9.9.9';

const EXTENSION = { name: 'Unknown', id: 'A000000999-001', criticalityIndicator: true, data: { value: '1' } };

/** The element that a fault removes or invalidates: one that every message of the type has. */
const SPOILED_ELEMENTS: Readonly<Record<string, string>> = {
  PRes: 'dsEndProtocolVersion',
  ARes: 'acsReferenceNumber',
  RReq: 'messageCategory',
  CRes: 'acsTransID',
};

const OTHER: Readonly<Record<string, string>> = { Y: 'N', N: 'Y' };

/** The text of a message, changed by the fault. */
export function faulty(mode: string, message: Message): string {
  const spoiled = SPOILED_ELEMENTS[String(message.messageType)] ?? 'messageVersion';
  const { [spoiled]: _gone, ...rest } = message;
  const changed: Readonly<Record<string, () => Message>> = {
    MISSING: () => rest,
    WRONG_FORMAT: () => ({ ...message, [spoiled]: '' }),
    OTHER_TRANSACTION: () => ({ ...message, threeDSServerTransID: randomUUID() }),
    OTHER_VERSION: () => ({ ...message, messageVersion: NEVER_A_VERSION }),
    CRITICAL_EXTENSION: () => ({ ...message, messageExtension: [EXTENSION] }),
    UNKNOWN_ELEMENT: () => ({ ...message, nobodyKnows: 'this' }),
    OTHER_OUTCOME: () => ({ ...message, transStatus: OTHER[String(message.transStatus)] ?? 'Y' }),
    HUGE: () => ({ ...message, padding: 'x'.repeat(HUGE_BYTES) }),
  };
  const text = JSON.stringify(changed[mode]?.() ?? message);
  if (mode === 'GARBAGE') {
    return GARBAGE;
  }
  return mode === 'REPEATED_NAME' ? text.replace('{', `{"messageType":"${message.messageType}",`) : text;
}
