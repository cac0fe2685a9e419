/** Validates requests, answers and callbacks of the PSP against the metadata of the Pix API's description. */
import { readFileSync } from 'node:fs';
import { DescriptionValidator } from '../description/description-validator.ts';
import type { DescriptionMetadata } from '../description/facts.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import type { PspOperation, PspResponse } from './operation.ts';
import { PspRefusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);
/** The callback's address in the description. */
const CALLBACK = '{$request.body#/webhookUrl}/pix';

let validator: DescriptionValidator | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedValidator(): DescriptionValidator {
  validator ??= new DescriptionValidator(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as DescriptionMetadata);
  return validator;
}

export class PspDescriptionValidator {
  /** Answers and callbacks that violate the description. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. The PSP accepts them. */
  readonly unknownFields: Violation[] = [];
  readonly #validator = sharedValidator();
  readonly #log: SandboxLog;
  /** The number of validated messages. */
  judged = 0;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws PspRefusal that names the first invalid field */
  checkRequest({ name, method, path, invalid }: PspOperation, body: unknown): void {
    this.judged += 1;
    const operation = this.#validator.operation(method, path);
    const [problem] = this.#validator.requestProblems(operation, { headers: {}, body });
    if (problem !== undefined) {
      throw new PspRefusal(invalid, problem.field.slice(1).replaceAll('/', '.'));
    }
    keepViolation(this.unknownFields, { of: name, problems: this.#validator.unknownFields(operation, body) });
  }

  /** Validates a value in an address. */
  isType(type: 'DevolucaoId' | 'EndToEndId' | 'TxId', text: string): boolean {
    return this.#validator.problems({ is: `pix/${type}` }, text, false).length === 0;
  }

  checkAnswer({ name, method, path }: PspOperation, { status, body }: PspResponse): void {
    const operation = this.#validator.operation(method, path);
    const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
    this.#note({ of: name, status, problems: this.#validator.answerProblems(operation, status, sent) });
  }

  checkCallback(body: object): void {
    const { request = {} } = this.#validator.operation('POST', CALLBACK);
    const problems = this.#validator.problems(request, JSON.parse(JSON.stringify(body)), true);
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
