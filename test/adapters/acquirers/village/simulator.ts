/**
 * A simulator of Village Bank, the acquirer of the guide: its card host, JSON over HTTP. It has its own ledger, in a
 * file or in memory, and the rules, ledger and fault injection of the sandbox's acquirer.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { z } from 'zod';
import { currencyOf } from '../../../../src/contract/money.ts';
import { Secret } from '../../../../src/contract/secret.ts';
import { FaultSwitch, type FaultsInForce } from '../../../../src/sandbox/acquirer/acquirer-faults.ts';
import { Ledger } from '../../../../src/sandbox/acquirer/acquirer-ledger.ts';
import type { LedgerRow } from '../../../../src/sandbox/acquirer/acquirer-ledger-rows.ts';
import { decideMovement } from '../../../../src/sandbox/acquirer/decision.ts';
import type { AcquirerHost } from '../../../../src/sandbox/acquirer/host.ts';
import type { RequestedMovement } from '../../../../src/sandbox/acquirer/movement.ts';

export interface VillageOptions {
  readonly port?: number;
  readonly token: string;
  /** Divides the simulator's own times. */
  readonly speed?: number;
  /** Absent: the ledger is kept in memory. */
  readonly ledgerFile?: string;
  /** Declares that it moves no money. */
  readonly simulator?: boolean;
  readonly tls?: TlsOptions;
}

const movementBody = z.object({
  kind: z.enum(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION', 'REFUND', 'CAPTURE', 'UPDATE', 'VOID']),
  amount: z.string().regex(/^\d{1,12}$/),
  currency: z.string(),
  merchantId: z.string(),
  orderId: z.string(),
  transactionId: z.string(),
  receipt: z.string(),
  reference: z.string().optional(),
  authorizationCode: z.string().optional(),
  original: z.string().optional(),
  instrument: z
    .object({
      kind: z.enum(['CARD', 'GIFT_CARD']),
      number: z.string(),
      pin: z.string().optional(),
      securityCode: z.string().optional(),
      expiry: z.object({ month: z.string(), year: z.string() }).optional(),
    })
    .optional(),
  source: z.string().optional(),
  billing: z.object({ street: z.string().optional() }).optional(),
  authentication: z.object({ token: z.string().optional() }).optional(),
});

/** Field 39 codes of replies that only a host gives. */
const CODE = { approved: '00', noActionTaken: '21', unknownCurrency: '12', duplicate: '94', reversed: 'R1' } as const;

type Answer = { readonly code: string; readonly authorizationCode?: string; readonly checks?: string };

/** Resolves when it listens. */
export async function startVillageBank(options: VillageOptions): Promise<AcquirerHost> {
  const bank = new SimulatedVillageHost(options);
  await bank.listen(options.port ?? 0);
  return bank;
}

class SimulatedVillageHost implements AcquirerHost {
  readonly #options: VillageOptions;
  readonly #ledger: Ledger;
  readonly #faults = new FaultSwitch();
  readonly #sockets = new Set<Socket>();
  readonly #server: ReturnType<typeof createServer>;
  readonly #counters = { duplicates: 0, conflicts: 0, formatErrors: 0 };
  #port = 0;
  #isClosed = false;

  constructor(options: VillageOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options.ledgerFile);
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response);
    this.#server = options.tls === undefined ? createServer(answer) : createTlsServer(options.tls, answer);
    this.#server.on('connection', (socket: Socket) => {
      if (this.#faults.takeForConnection()) {
        socket.resetAndDestroy();
        return;
      }
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  ledger(filter: Parameters<AcquirerHost['ledger']>[0]) {
    return this.#ledger.entries(filter);
  }

  setFaults(faults: Parameters<AcquirerHost['setFaults']>[0]): void {
    this.#faults.set(faults);
    if (faults.mode === 'REFUSE') {
      this.#cutAll();
    }
  }

  faults(): FaultsInForce {
    return this.#faults.inForce;
  }

  counters() {
    return { ...this.#counters };
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#cutAll();
    await closed;
    this.#ledger.close();
  }

  #cutAll(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks = await request.toArray();
      if (request.headers.authorization !== `Bearer ${this.#options.token}`) {
        end(response, 401, {});
        return;
      }
      if (request.method === 'GET' && request.url === '/') {
        end(response, 200, { bank: 'Village Bank', simulator: this.#options.simulator === true });
        return;
      }
      await this.#answer(request, Buffer.concat(chunks).toString(), response);
    } catch {
      // The client is gone, or the ledger is closed: an answer has no recipient.
      response.destroy();
    }
  }

  async #answer({ method, url = '' }: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const [, what, name = ''] = /^\/(movements|reversals)\/([\w-]+)$/.exec(url) ?? [];
    const trace = name.replace('-', '');
    if (method === 'GET' && what === 'movements') {
      const found = this.#status(trace);
      end(response, found === undefined ? 404 : 200, { name, ...found });
      return;
    }
    const fault = this.#faults.takeForMessage();
    if (fault.mode === 'DROP_REQUEST') {
      return;
    }
    // One commit a message, before the answer.
    let answer: Answer | undefined;
    this.#ledger.commit(() => {
      answer = what === 'reversals' ? this.#reverse(trace) : this.#move(trace, JSON.parse(body));
    });
    if (fault.mode === 'DELAY') {
      await pause(fault.delayMs, undefined, { ref: false });
    }
    if (fault.mode === 'DROP_REPLY' || answer === undefined) {
      return;
    }
    end(response, 200, fault.mode === 'GARBAGE' ? '<html>' : { name, ...answer });
  }

  /** A repeated name gets the same answer and moves nothing. @returns undefined where the answer is withheld */
  #move(trace: string, body: unknown): Answer | undefined {
    const movement = movementOf(trace, movementBody.parse(body));
    if (movement === undefined) {
      return { code: CODE.unknownCurrency };
    }
    const facts = this.#ledger.factsOf(movement, Date.now());
    const decision = decideMovement(movement, facts);
    const { speed = 1 } = this.#options;
    if (!this.#ledger.record(movement, { decision, facts, networkData: undefined, speed })) {
      return this.#moveAgain(movement);
    }
    if (movement.kind === 'VOID' && decision.state === 'APPROVED' && facts.original !== undefined) {
      this.#ledger.undo(facts.original.id);
    }
    return stored(this.#ledger.find(trace) as LedgerRow);
  }

  #moveAgain(movement: RequestedMovement): Answer | undefined {
    const row = this.#ledger.find(movement.trace) as LedgerRow;
    if (row.kind === null) {
      this.#ledger.recordRefused(movement, CODE.noActionTaken, Date.now());
      return { code: CODE.noActionTaken };
    }
    const isSame =
      row.kind === movement.kind && BigInt(row.amount) === movement.amount && row.order_id === movement.order;
    if (!isSame) {
      this.#counters.conflicts += 1;
      return { code: CODE.duplicate };
    }
    this.#counters.duplicates += 1;
    return row.state === 'REVERSED' ? { code: CODE.noActionTaken } : stored(row);
  }

  /** Acknowledged for any trace, known or not. */
  #reverse(trace: string): Answer {
    this.#ledger.reverse(trace, Date.now());
    return { code: CODE.approved };
  }

  #status(trace: string): Answer | undefined {
    const row = this.#ledger.find(trace);
    if (row === undefined || row.kind === null) {
      return undefined;
    }
    if (row.state === 'REVERSED') {
      return { code: CODE.reversed };
    }
    const isSettled = row.settles_at !== null && Date.now() >= row.settles_at;
    return answerOf(row, isSettled ? CODE.approved : row.response_code);
  }
}

function stored(row: LedgerRow): Answer | undefined {
  return row.is_silent === 1 ? undefined : answerOf(row, row.response_code);
}

function answerOf(row: LedgerRow, code: string): Answer {
  const isApproved = code === CODE.approved || code === 'P2';
  return {
    code,
    ...(isApproved && row.authorization_code !== null && { authorizationCode: row.authorization_code }),
    ...(row.additional_response !== null && { checks: row.additional_response }),
  };
}

/** @returns undefined for a currency that the bank does not know */
function movementOf(trace: string, body: z.infer<typeof movementBody>): RequestedMovement | undefined {
  const currency = currencyOf(body.currency);
  const { instrument, kind } = body;
  const { expiry } = instrument ?? {};
  return (
    currency && {
      trace,
      kind,
      isAdvice: kind === 'CAPTURE' || kind === 'UPDATE' || kind === 'VOID',
      reference: body.receipt,
      merchant: body.merchantId,
      order: body.orderId,
      transaction: body.transactionId,
      amount: BigInt(body.amount),
      currency,
      card: instrument && {
        number: new Secret(instrument.number),
        expiry: expiry && expiry.month.padStart(2, '0') + expiry.year,
        securityCode: secret(instrument.securityCode),
        isGiftCardAccount: instrument.kind === 'GIFT_CARD',
        giftPin: secret(instrument.pin),
      },
      original: body.original?.replace('-', ''),
      authorizationCode: body.authorizationCode,
      billingStreet: body.billing?.street,
      entrySource: body.source,
      hasAuthenticationToken: body.authentication?.token !== undefined,
      posEnvironment: undefined,
      originalIdentifier: undefined,
      transactionReference: body.reference,
    }
  );
}

function secret(value: string | undefined): Secret | undefined {
  return value === undefined ? undefined : new Secret(value);
}

function end(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
