/** Validates requests, answers and callbacks of the PSP against the metadata of the Pix API's description. */
import { readFileSync } from 'node:fs';
import type { Facts } from '../description/facts.ts';
import { Judge } from '../description/judge.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../log.ts';
import type { Answer, Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);
/** The callback's address in the description. */
const CALLBACK = '{$request.body#/webhookUrl}/pix';

let judge: Judge | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedJudge(): Judge {
  judge ??= new Judge(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as Facts);
  return judge;
}

export class DescriptionJudge {
  /** Answers and callbacks that violate the description. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. The PSP accepts them. */
  readonly unknownFields: Violation[] = [];
  readonly #judge = sharedJudge();
  readonly #log: SandboxLog;
  /** The number of validated messages. */
  judged = 0;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws Refusal that names the first invalid field */
  checkRequest({ name, method, path, invalid }: Operation, body: unknown): void {
    this.judged += 1;
    const operation = this.#judge.operation(method, path);
    const [problem] = this.#judge.requestProblems(operation, { headers: {}, body });
    if (problem !== undefined) {
      throw new Refusal(invalid, problem.field.slice(1).replaceAll('/', '.'));
    }
    keepViolation(this.unknownFields, { of: name, problems: this.#judge.unknownFields(operation, body) });
  }

  /** Validates a value in an address. */
  isType(type: 'DevolucaoId' | 'EndToEndId' | 'TxId', text: string): boolean {
    return this.#judge.problems({ is: `pix/${type}` }, text, false).length === 0;
  }

  checkAnswer({ name, method, path }: Operation, { status, body }: Answer): void {
    const operation = this.#judge.operation(method, path);
    const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
    this.#note({ of: name, status, problems: this.#judge.answerProblems(operation, status, sent) });
  }

  checkCallback(body: object): void {
    const { request = {} } = this.#judge.operation('POST', CALLBACK);
    const problems = this.#judge.problems(request, JSON.parse(JSON.stringify(body)), true);
    this.#note({ of: 'callback', problems: problems.map(({ field, demands }) => `${field || '/'} ${demands}`) });
  }

  clear(): void {
    this.violations.length = 0;
    this.unknownFields.length = 0;
  }

  #note(violation: Violation): void {
    this.judged += 1;
    if (keepViolation(this.violations, violation)) {
      this.#log.error(violation, 'The sandbox’s PSP said what the description does not');
    }
  }
}
