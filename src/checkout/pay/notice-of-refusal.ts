import type { FieldProblem } from '../../contract/interface-error.ts';
import type { FormState } from '../session/session.ts';

const NOTICES: Readonly<Record<string, FormState['notice']>> = {
  'session.version': 'changed',
  'sourceOfFunds.token': 'unsaved',
};

/** The notice for a payment that the gateway refused, although its form was valid a moment before. */
export function noticeOfRefusal(problems: readonly FieldProblem[]): FormState['notice'] {
  return problems.map(({ field }) => NOTICES[field]).find((notice) => notice !== undefined) ?? 'elsewhere';
}
