/** Validates requests, answers and callbacks of the PSP against the metadata of the Pix API's description. */
import { asSent, DescribedInterface } from '../description/described-interface.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import type { PspOperation, PspResponse } from './operation.ts';
import { PspRefusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);
/** The callback's address in the description. */
const CALLBACK = '{$request.body#/webhookUrl}/pix';

export class PspDescriptionValidator extends DescribedInterface {
  /** The number of validated messages. */
  judged = 0;

  constructor(log: SandboxLog) {
    super({ facts: FACTS_FILE, log, message: 'The sandbox’s PSP said what the description does not' });
  }

  /** @throws PspRefusal that names the first invalid field */
  checkRequest({ name, method, path, invalid }: PspOperation, body: unknown): void {
    this.judged += 1;
    const operation = this.validator.operation(method, path);
    const [problem] = this.validator.requestProblems(operation, { headers: {}, body });
    if (problem !== undefined) {
      throw new PspRefusal(invalid, problem.field.slice(1).replaceAll('/', '.'));
    }
    keepViolation(this.unknownFields, { of: name, problems: this.validator.unknownFields(operation, body) });
  }

  /** Validates a value in an address. */
  isType(type: 'DevolucaoId' | 'EndToEndId' | 'TxId', text: string): boolean {
    return this.validator.problems({ is: `pix/${type}` }, text, false).length === 0;
  }

  checkAnswer({ name, method, path }: PspOperation, { status, body }: PspResponse): void {
    const operation = this.validator.operation(method, path);
    this.#note({ of: name, status, problems: this.validator.answerProblems(operation, status, asSent(body)) });
  }

  checkCallback(body: object): void {
    const { request = {} } = this.validator.operation('POST', CALLBACK);
    const problems = this.validator.problems(request, asSent(body), true);
    this.#note({ of: 'callback', problems: problems.map(({ field, demands }) => `${field || '/'} ${demands}`) });
  }

  #note(violation: Violation): void {
    this.judged += 1;
    this.noteViolation(violation);
  }
}
