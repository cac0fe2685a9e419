/** Validates each request and answer of the banks against the metadata of the standard's description. */
import { readFileSync } from 'node:fs';
import { type DescribedRequest, DescriptionValidator } from '../description/description-validator.ts';
import type { DescriptionMetadata } from '../description/facts.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import type { BankOperation, BankResponse } from './operation.ts';
import { BankRefusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);

let validator: DescriptionValidator | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedValidator(): DescriptionValidator {
  validator ??= new DescriptionValidator(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as DescriptionMetadata);
  return validator;
}

export class BankDescriptionValidator {
  /** Answers that violate the description. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. The banks accept them. */
  readonly unknownFields: Violation[] = [];
  readonly #validator = sharedValidator();
  readonly #log: SandboxLog;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws BankRefusal that names the first invalid header or field */
  checkRequest({ name, method, described }: BankOperation, request: DescribedRequest): void {
    const operation = this.#validator.operation(method, described);
    const [problem] = this.#validator.requestProblems(operation, request);
    if (problem !== undefined) {
      throw new BankRefusal('FORMAT_ERROR', problem.field === '' ? undefined : problem.field);
    }
    const problems = this.#validator.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems });
  }

  /** @param headers names of the sent headers, in lower case */
  checkAnswer(
    { name, method, described }: BankOperation,
    { status, body }: BankResponse,
    headers: readonly string[],
  ): void {
    const operation = this.#validator.operation(method, described);
    const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
    const problems = [
      ...this.#validator.answerProblems(operation, status, sent),
      ...this.#validator.missingHeaders(operation, status, headers),
    ];
    const violation = { of: name, status, problems };
    if (keepViolation(this.violations, violation)) {
      this.#log.error(violation, 'A bank of the sandbox said what the description does not');
    }
  }

  clear(): void {
    this.violations.length = 0;
    this.unknownFields.length = 0;
  }
}
