/**
 * The link of one gateway process to the acquirer's host: implements the `Acquirer` port over an unreliable network.
 */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type {
  Acquirer,
  AcquirerAdvice,
  AcquirerOutcome,
  AcquirerReply,
  AcquirerRequest,
  BalanceInquiry,
  BalanceOutcome,
  ReversalAdvice,
  StatusInquiry,
  StatusOutcome,
} from '../../src/core/ports/index.ts';
import type { AcquirerHost } from './acquirer-host.ts';
import { Network } from './network.ts';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** The timeout of the real link. */
const ANSWER_MS_MAX = 20_000;
/** The delay from the gateway's call to the first byte on the wire. */
const QUEUE_MS_MAX = 3;

/** The line between a data centre and the acquirer: one for all processes. */
export interface Line {
  isUp: boolean;
}

export class AcquirerLink implements Acquirer {
  readonly #world: World;
  readonly #process: SimulatedProcess;
  readonly #host: AcquirerHost;
  readonly #line: Line;
  readonly #network: Network;
  readonly #asked: Map<string, number>;

  /** @param asked the number of times that each request was made, over all processes */
  constructor(world: World, process: SimulatedProcess, host: AcquirerHost, line: Line, asked: Map<string, number>) {
    this.#world = world;
    this.#process = process;
    this.#host = host;
    this.#line = line;
    this.#network = new Network(world, 'acquirer');
    this.#asked = asked;
  }

  request(request: AcquirerRequest): Promise<AcquirerOutcome> {
    const name = `${request.orderId}/${request.transactionId}`;
    this.#asked.set(name, (this.#asked.get(name) ?? 0) + 1);
    return this.#ask(`request ${request.kind}`, () => this.#host.move(request));
  }

  advise(advice: AcquirerAdvice, repeat: boolean): Promise<AcquirerOutcome> {
    return this.#ask(`advice ${advice.kind}${repeat ? ' again' : ''}`, () => this.#host.move(advice));
  }

  async reverse({ original, originalKind }: ReversalAdvice, repeat: boolean): Promise<boolean> {
    const answer = await this.#exchange(`reversal of ${originalKind}${repeat ? ' again' : ''}`, () =>
      this.#host.reverse(original),
    );
    return answer === true;
  }

  async inquire({ original }: StatusInquiry): Promise<StatusOutcome> {
    const answer = await this.#exchange('inquiry', () => this.#host.inquire(original) ?? 'UNKNOWN_ORIGINAL');
    if (answer === 'UNKNOWN_ORIGINAL') {
      return { status: answer };
    }
    return outcomeOf(answer);
  }

  async balance({ instrument }: BalanceInquiry): Promise<BalanceOutcome> {
    const answer = await this.#exchange('balance', () => this.#host.balance(instrument.number.reveal()) ?? 'REFUSED');
    if (answer === 'REFUSED') {
      return { status: answer, gatewayCode: 'DECLINED' };
    }
    if (answer === undefined || answer === 'NOT_SENT') {
      return { status: answer ?? 'NO_ANSWER' };
    }
    return { status: 'KNOWN', balance: answer };
  }

  ready(): boolean {
    return this.#line.isUp;
  }

  async #ask(name: string, host: () => GatewayCode | undefined): Promise<AcquirerOutcome> {
    return outcomeOf(await this.#exchange(name, host));
  }

  /** @returns undefined if no answer came; NOT_SENT if the line was down */
  async #exchange<Answer>(name: string, host: () => Answer | undefined): Promise<Answer | 'NOT_SENT' | undefined> {
    const { chance, journal } = this.#world;
    await this.#process.turn(`before ${name}`, chance.below(QUEUE_MS_MAX + 1));
    if (!this.#line.isUp) {
      journal.count('acquirer not reached');
      await this.#process.turn(`after ${name} was not sent`, 0);
      return 'NOT_SENT';
    }
    const answer = await this.#network.exchange(ANSWER_MS_MAX, () => (this.#line.isUp ? host() : undefined));
    if (answer === undefined) {
      journal.count('acquirer silent');
    }
    await this.#process.turn(`after ${name}`, 0);
    return answer;
  }
}

function outcomeOf(answer: GatewayCode | 'NOT_SENT' | undefined): AcquirerOutcome {
  if (answer === undefined) {
    return { status: 'NO_ANSWER' };
  }
  return answer === 'NOT_SENT' ? { status: 'NOT_SENT' } : { status: 'ANSWERED', reply: replyWith(answer) };
}

function replyWith(gatewayCode: GatewayCode): AcquirerReply {
  return {
    gatewayCode,
    acquirerCode: '00',
    acquirerMessage: gatewayCode,
    stan: '000001',
    time: '024500',
    date: '1121',
    processingCode: '003000',
    posEntryMode: '012',
  };
}
