/** Stores the typed values in the session: from this frame directly to the gateway, without passing the page. */
import { type SessionUpdateOutcome, TIMEOUT_OUTCOME } from '../hosted-fields/messages.ts';
import type { Role } from '../hosted-fields/roles.ts';
import { type ApiAnswer, callGateway, MERCHANT_ID, sessionAddress } from './gateway.ts';
import { RULES } from './rules.ts';
import { fieldsOf, type OpenField } from './siblings.ts';

/** The time limit for the gateway's answer. Afterwards the page gets a timeout, and may call again. */
const ANSWER_MS_MAX = 30_000;

/** Maps the page's type to the interface's `sourceOfFunds.type`. */
const TYPES: Readonly<Record<string, string>> = { card: 'CARD', giftCard: 'GIFT_CARD', ach: 'ACH' };

type FieldErrors = Record<string, 'invalid' | 'missing'>;
interface Values {
  [name: string]: string | Values;
}

/**
 * @param form the id of the form
 * @param session the session's id, which is the password
 * @param type the prefix of the roles to store, such as `card`
 * @returns the outcome for the page; never rejects
 */
export async function store(form: string, session: string, type: string): Promise<SessionUpdateOutcome> {
  const fields = fieldsOf(form).filter(({ role }) => role.startsWith(`${type}.`));
  const sourceType = TYPES[type];
  if (fields.length === 0 || sourceType === undefined) {
    return systemError(`the form has no fields of ${type}`);
  }
  for (const field of fields) {
    field.settle();
  }
  const errors = await problemsOf(fields);
  if (Object.keys(errors).length > 0) {
    return { status: 'fields_in_error', errors };
  }
  const body = { sourceOfFunds: { type: sourceType, provided: providedBy(fields) } };
  try {
    const authorization = `Basic ${btoa(`merchant.${MERCHANT_ID}:${session}`)}`;
    return outcomeOf(await callGateway('PUT', sessionAddress(session), body, ANSWER_MS_MAX, authorization));
  } catch {
    return TIMEOUT_OUTCOME;
  }
}

async function problemsOf(fields: readonly OpenField[]): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const field of fields) {
    const problem = await field.problem();
    if (problem !== undefined) {
      errors[RULES[field.role].errorName] = problem === 'missing' ? 'missing' : 'invalid';
    }
  }
  return errors;
}

/** The values below `sourceOfFunds.provided`. Empty optional fields are omitted. */
function providedBy(fields: readonly OpenField[]): Values {
  const provided: Values = {};
  for (const field of fields) {
    const { path = [], value } = RULES[field.role];
    const last = path.at(-1);
    if (last !== undefined && field.text().trim() !== '') {
      const group = path.slice(0, -1).reduce<Values>((at, name) => {
        at[name] ??= {};
        return at[name] as Values;
      }, provided);
      group[last] = value(field.text());
    }
  }
  return provided;
}

function outcomeOf({ status, body }: ApiAnswer): SessionUpdateOutcome {
  if (status === 200 && body?.result === 'SUCCESS') {
    const { merchant, session, sourceOfFunds, version } = body;
    return { status: 'ok', merchant, session, sourceOfFunds, version };
  }
  const errors = refusedFields(body?.error?.details);
  if (errors !== undefined) {
    return { status: 'fields_in_error', errors };
  }
  return systemError(body?.error?.explanation ?? 'the gateway gave no answer that can be read');
}

/** Undefined unless all refused fields are ones that the payer typed. */
function refusedFields(details: unknown): FieldErrors | undefined {
  if (!Array.isArray(details) || details.length === 0) {
    return undefined;
  }
  const errors: FieldErrors = {};
  for (const { field, validationType } of details) {
    const name = errorNameOf(field);
    if (name === undefined) {
      return undefined;
    }
    errors[name] = validationType === 'MISSING' ? 'missing' : 'invalid';
  }
  return errors;
}

function errorNameOf(path: unknown): string | undefined {
  const role = (Object.keys(RULES) as Role[]).find(
    (one) => `sourceOfFunds.provided.${RULES[one].path?.join('.')}` === path,
  );
  return role && RULES[role].errorName;
}

function systemError(message: string): SessionUpdateOutcome {
  return { status: 'system_error', errors: { message } };
}
