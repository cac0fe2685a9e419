/** The base of a simulator's validation against its description. Violations are listed for inspection. */
import { readFileSync } from 'node:fs';
import type { SandboxLog } from '../kit/log.ts';
import { DescriptionValidator } from './description-validator.ts';
import type { DescriptionMetadata } from './facts.ts';
import { keepViolation, type Violation } from './violations.ts';

/** One validator for each file of metadata, since a validator compiles each operation at its first call. */
const validators = new Map<string, DescriptionValidator>();

function validatorOf({ href }: URL): DescriptionValidator {
  const known = validators.get(href);
  if (known !== undefined) {
    return known;
  }
  const metadata = JSON.parse(readFileSync(new URL(href), 'utf8')) as DescriptionMetadata;
  const validator = new DescriptionValidator(metadata);
  validators.set(href, validator);
  return validator;
}

export interface DescriptionParts {
  /** The file of the description's metadata. */
  readonly facts: URL;
  readonly log: SandboxLog;
  /** Logged for each violation. */
  readonly message: string;
}

export class DescribedInterface {
  /** Messages of the simulator that violate the description. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. The simulator accepts them. */
  readonly unknownFields: Violation[] = [];
  protected readonly validator: DescriptionValidator;
  readonly #log: SandboxLog;
  readonly #message: string;

  constructor({ facts, log, message }: DescriptionParts) {
    this.validator = validatorOf(facts);
    this.#log = log;
    this.#message = message;
  }

  clear(): void {
    this.violations.length = 0;
    this.unknownFields.length = 0;
  }

  /** Lists and logs a violation, if it has problems. */
  protected noteViolation(violation: Violation): void {
    if (keepViolation(this.violations, violation)) {
      this.#log.error(violation, this.#message);
    }
  }
}

/** The value as JSON transmits it. */
export function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
