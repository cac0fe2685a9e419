/**
 * The sandbox's acquirer: a host that speaks ISO 8583 over TCP, keeps its own durable ledger, and misbehaves on demand.
 *
 * @example
 *   const host = await startAcquirerHost({ host: '127.0.0.1', port: 0, memory: true, speed: 60, log });
 *   host.setFaults({ mode: 'DROP_REPLY', count: 1 });
 *   host.ledger({ order: 'order-1' });
 *   await host.close();
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { IsoMessage } from '../../adapters/acquirers/iso8583/message/index.ts';
import { FaultSwitch, type Faults, type FaultsInForce } from './acquirer-faults.ts';
import { Ledger, type LedgerFilter } from './acquirer-ledger.ts';
import type { AcquirerLedgerEntry } from './acquirer-ledger-rows.ts';
import type { VerifyAuthentication } from './authentication.ts';
import { HostConnection } from './connection.ts';
import { type HostCounters, isFinancial, Processor } from './message-processor.ts';
import type { Settlement } from './settlement.ts';

export interface HostLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

export type AcquirerHostOptions = {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Divides the sandbox's own durations; above 0. */
  readonly speed: number;
  readonly log: HostLog;
  /** Verifies payers' authentications at the ACS. Absent: all are unknown. */
  readonly verify?: VerifyAuthentication;
  /** Milliseconds since 1970. Absent: the machine's clock. */
  readonly now?: (() => number) | undefined;
} & ({ readonly ledgerFile: string } | { readonly memory: true });

export interface AcquirerHost {
  readonly port: number;
  ledger(filter: LedgerFilter): AcquirerLedgerEntry[];
  setFaults(faults: Faults): void;
  faults(): FaultsInForce;
  counters(): Readonly<HostCounters>;
  /** Cuts every connection and closes the ledger. */
  close(): Promise<void>;
}

/** The sandbox's own host, which also settles. */
export interface SettlingHost extends AcquirerHost {
  readonly settlement: Settlement;
}

/** Resolves when the host listens. @throws when the port is in use or the ledger cannot be opened. */
export async function startAcquirerHost(options: AcquirerHostOptions): Promise<SettlingHost> {
  const ledger = new Ledger('ledgerFile' in options ? options.ledgerFile : undefined);
  const host = new Host(ledger, options);
  try {
    await host.listen(options.port, options.host);
  } catch (error) {
    ledger.close();
    throw error;
  }
  options.log.info({ host: options.host, port: host.port }, 'acquirer host listens');
  return host;
}

interface ArrivedMessage {
  readonly connection: HostConnection;
  readonly message: IsoMessage;
}

interface PreparedAnswer {
  readonly connection: HostConnection;
  readonly answer: IsoMessage;
  readonly fault: FaultsInForce;
}

class Host implements SettlingHost {
  readonly settlement: Settlement;
  readonly #ledger: Ledger;
  readonly #processor: Processor;
  readonly #log: HostLog;
  readonly #now: () => number;
  readonly #server: Server;
  readonly #faults = new FaultSwitch();
  readonly #connections = new Set<HostConnection>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  #arrived: ArrivedMessage[] = [];
  #port = 0;
  #isClosed = false;

  constructor(ledger: Ledger, options: Pick<AcquirerHostOptions, 'log' | 'now' | 'speed' | 'verify'>) {
    const { speed, log, verify, now = Date.now } = options;
    this.#ledger = ledger;
    this.settlement = ledger.settlement;
    this.#processor = new Processor(ledger, speed, verify);
    this.#log = log;
    this.#now = now;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  async listen(port: number, host: string): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  ledger(filter: LedgerFilter): AcquirerLedgerEntry[] {
    return this.#ledger.entries(filter);
  }

  setFaults(faults: Faults): void {
    this.#faults.set(faults);
    if (faults.mode === 'REFUSE') {
      this.#cutAll();
    }
  }

  faults(): FaultsInForce {
    return this.#faults.inForce;
  }

  counters(): Readonly<HostCounters> {
    return { ...this.#processor.counters };
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    for (const timer of this.#delayed) {
      clearTimeout(timer);
    }
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#cutAll();
    await closed;
    this.#ledger.close();
  }

  #accept(socket: Socket): void {
    if (this.#faults.takeForConnection()) {
      socket.resetAndDestroy();
      return;
    }
    const connection: HostConnection = new HostConnection(socket, {
      onMessage: (message) => this.#gather({ connection, message }),
      onClose: () => this.#connections.delete(connection),
      onGarbled: ({ fault, field }) => this.#log.warn({ fault, field }, 'acquirer host cut a garbled connection'),
    });
    this.#connections.add(connection);
  }

  #cutAll(): void {
    for (const connection of this.#connections) {
      connection.destroy();
    }
  }

  /** All messages of one iteration of the event loop share a commit, and so one flush to disk. */
  #gather(arrived: ArrivedMessage): void {
    this.#arrived.push(arrived);
    if (this.#arrived.length === 1) {
      setImmediate(() => this.#work());
    }
  }

  #work(): void {
    const batch = this.#arrived;
    this.#arrived = [];
    if (this.#isClosed) {
      return;
    }
    const prepared: PreparedAnswer[] = [];
    try {
      this.#ledger.commit(() => this.#prepare(batch, prepared));
    } catch (error) {
      // After a failed commit the ledger is unchanged: no answer is sent, and the gateway reverses the unanswered
      // requests.
      this.#log.error({ err: error, messages: batch.length }, 'acquirer host could not write its ledger');
      return;
    }
    for (const each of prepared) {
      this.#deliver(each);
    }
    for (const connection of new Set(prepared.map((each) => each.connection))) {
      connection.flush();
    }
  }

  #prepare(batch: readonly ArrivedMessage[], prepared: PreparedAnswer[]): void {
    const now = this.#now();
    for (const { connection, message } of batch) {
      const fault = isFinancial(message)
        ? this.#faults.takeForMessage()
        : ({ mode: 'NONE', delayMs: 0, count: null } as const);
      const answer = fault.mode === 'DROP_REQUEST' ? undefined : this.#processor.handle(message, now);
      if (answer !== undefined) {
        prepared.push({ connection, answer, fault });
      }
    }
  }

  #deliver({ connection, answer, fault }: PreparedAnswer): void {
    switch (fault.mode) {
      case 'DROP_REPLY':
        return;
      case 'GARBAGE':
        connection.addGarbage();
        return;
      case 'DELAY':
        this.#deliverLate(connection, answer, fault.delayMs);
        return;
      case 'DUPLICATE_REPLY':
        connection.add(answer);
        connection.add(answer);
        return;
      default:
        connection.add(answer);
    }
  }

  #deliverLate(connection: HostConnection, answer: IsoMessage, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      connection.add(answer);
      connection.flush();
    }, delayMs);
    this.#delayed.add(timer);
  }
}
