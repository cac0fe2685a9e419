import { useState } from 'preact/hooks';
import type { CardProblem } from '../../contract/card-rules.ts';
import { useAfterPress } from './use-press.ts';

export type FormValues<F extends string> = Readonly<Record<F, string>>;
export type Problems<F extends string> = Partial<Record<F, CardProblem>>;

/** Validates one field among the others: the security code's length depends on the number. */
export type Check<F extends string> = (field: F, values: FormValues<F>) => CardProblem | undefined;

export interface Checks<F extends string> {
  readonly problems: Problems<F>;
  /** What was wrong when the form was sent last, by the server or here. */
  readonly refused: Problems<F>;
  /** The payer left a field: from now on it is validated while it is typed. An empty one is not. */
  blur(field: F, form: HTMLFormElement): void;
  /** The payer typed: fields that were validated before are validated again; the others wait. */
  type(field: F, form: HTMLFormElement): void;
  /** Validates every field before sending, and moves to the first invalid one. @returns whether all are valid */
  pass(form: HTMLFormElement): boolean;
}

/**
 * @param dependents fields to validate again when another one changes
 * @param initial what the server found; it stays until the payer touches the field
 */
export function useChecks<F extends string>(
  fields: readonly F[],
  check: Check<F>,
  initial: Problems<F>,
  dependents: Partial<Record<F, readonly F[]>> = {},
): Checks<F> {
  const [problems, setProblems] = useState(initial);
  const [refused, setRefused] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<string>>(() => new Set(Object.keys(initial)));
  const afterPress = useAfterPress();

  function judge(wanted: readonly F[], values: FormValues<F>): Problems<F> {
    return Object.fromEntries(wanted.map((field) => [field, check(field, values)])) as Problems<F>;
  }

  return {
    problems,
    refused,
    blur(field, form) {
      if (valuesOf(fields, form)[field].trim() === '') {
        return;
      }
      afterPress(() => {
        setJudged((before) => new Set(before).add(field));
        setProblems((before) => ({ ...before, ...judge([field], valuesOf(fields, form)) }));
      });
    },
    type(field, form) {
      const touched = [field, ...(dependents[field] ?? [])].filter((other) => judged.has(other));
      if (touched.length > 0) {
        setProblems((before) => ({ ...before, ...judge(touched, valuesOf(fields, form)) }));
      }
    },
    pass(form) {
      const found = judge(fields, valuesOf(fields, form));
      setJudged(new Set(fields));
      setProblems(found);
      setRefused(found);
      const wrong = fields.find((field) => found[field] !== undefined);
      if (wrong !== undefined) {
        inputOf(form, wrong)?.focus();
      }
      return wrong === undefined;
    },
  };
}

/** Read from the boxes, so that text that a browser restored or filled in counts as well. */
function valuesOf<F extends string>(fields: readonly F[], form: HTMLFormElement): FormValues<F> {
  return Object.fromEntries(fields.map((field) => [field, inputOf(form, field)?.value ?? ''])) as FormValues<F>;
}

function inputOf(form: HTMLFormElement, field: string): HTMLInputElement | undefined {
  const element = form.elements.namedItem(field);
  return element instanceof HTMLInputElement ? element : undefined;
}
