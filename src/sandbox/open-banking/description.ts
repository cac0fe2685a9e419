/** Validates each request and answer of the banks against the metadata of the standard's description. */
import { asSent, DescribedInterface } from '../description/described-interface.ts';
import type { DescribedRequest } from '../description/description-validator.ts';
import { keepViolation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import type { BankOperation, BankResponse } from './operation.ts';
import { BankRefusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);

export class BankDescriptionValidator extends DescribedInterface {
  constructor(log: SandboxLog) {
    super({ facts: FACTS_FILE, log, message: 'A bank of the sandbox said what the description does not' });
  }

  /** @throws BankRefusal that names the first invalid header or field */
  checkRequest({ name, method, described }: BankOperation, request: DescribedRequest): void {
    const operation = this.validator.operation(method, described);
    const [problem] = this.validator.requestProblems(operation, request);
    if (problem !== undefined) {
      throw new BankRefusal('FORMAT_ERROR', problem.field === '' ? undefined : problem.field);
    }
    const problems = this.validator.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems });
  }

  /** @param headers names of the sent headers, in lower case */
  checkAnswer(
    { name, method, described }: BankOperation,
    { status, body }: BankResponse,
    headers: readonly string[],
  ): void {
    const operation = this.validator.operation(method, described);
    const problems = [
      ...this.validator.answerProblems(operation, status, asSent(body)),
      ...this.validator.missingHeaders(operation, status, headers),
    ];
    this.noteViolation({ of: name, status, problems });
  }
}
