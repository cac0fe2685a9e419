/** Decides whether a field is allowed in a message, and whether it is mandatory. */
import type { Clause, MessageField } from './field-types.ts';

/**
 * The values on which conditions depend: those of the message, and those of the request that it answers. A condition on
 * an unknown value does not hold.
 */
export type ConditionValues = Readonly<Record<string, unknown>>;

/** Fields of a request on which conditions of its answers depend. */
export interface RequestContext {
  readonly deviceChannel?: '01' | '02' | '03';
  readonly messageCategory?: '01' | '02';
  readonly acsDecConInd?: 'Y' | 'N';
}

export function applies({ channels, categories, since }: MessageField, facts: ConditionValues): boolean {
  return (
    (since === undefined || facts.messageVersion !== '2.1.0') &&
    isAmong(channels, facts.deviceChannel) &&
    isAmong(categories, facts.messageCategory)
  );
}

/** @param field a field that is allowed in the message */
export function isRequired({ required, channels, categories }: MessageField, facts: ConditionValues): boolean {
  if (required === undefined) {
    return false;
  }
  if (required !== true) {
    return required.some((clause) => holds(clause, facts));
  }
  return isKnown(channels, facts.deviceChannel) && isKnown(categories, facts.messageCategory);
}

function holds(clause: Clause, facts: ConditionValues): boolean {
  return Object.entries(clause).every(([name, asked]) => {
    const value = facts[name];
    return asked === 'present' ? value !== undefined : (asked as readonly unknown[]).includes(value);
  });
}

function isAmong(allowed: readonly string[] | undefined, value: unknown): boolean {
  return allowed === undefined || value === undefined || (allowed as readonly unknown[]).includes(value);
}

/**
 * False if the field is allowed only for certain channels or categories and that of the message is unknown. Then the
 * field is not mandatory.
 */
function isKnown(allowed: readonly string[] | undefined, value: unknown): boolean {
  return allowed === undefined || value !== undefined;
}
