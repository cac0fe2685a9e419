/** Validates each request and answer of the banks against the metadata of the standard's description. */
import { readFileSync } from 'node:fs';
import type { Facts } from '../description/facts.ts';
import { Judge, type JudgedRequest } from '../description/judge.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../log.ts';
import type { Answer, Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);

let judge: Judge | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedJudge(): Judge {
  judge ??= new Judge(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as Facts);
  return judge;
}

export class DescriptionJudge {
  /** Answers that violate the description. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. The banks accept them. */
  readonly unknownFields: Violation[] = [];
  readonly #judge = sharedJudge();
  readonly #log: SandboxLog;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws Refusal that names the first invalid header or field */
  checkRequest({ name, method, described }: Operation, request: JudgedRequest): void {
    const operation = this.#judge.operation(method, described);
    const [problem] = this.#judge.requestProblems(operation, request);
    if (problem !== undefined) {
      throw new Refusal('FORMAT_ERROR', problem.field === '' ? undefined : problem.field);
    }
    const problems = this.#judge.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems });
  }

  /** @param headers names of the sent headers, in lower case */
  checkAnswer({ name, method, described }: Operation, { status, body }: Answer, headers: readonly string[]): void {
    const operation = this.#judge.operation(method, described);
    const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
    const problems = [
      ...this.#judge.answerProblems(operation, status, sent),
      ...this.#judge.missingHeaders(operation, status, headers),
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
