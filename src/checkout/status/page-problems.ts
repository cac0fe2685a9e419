/** Problems that valid fields of a session would cause on the hosted page, for a merchant who validates a request. */
import { invalidProblem } from '../../contract/interface-error.ts';
import { type ValidationProblem, validationError, validationWarning } from '../../contract/validation.ts';
import type { MatchLocale } from '../payer/payer-languages.ts';
import type { CheckoutSession } from '../session/session.ts';
import { linkEnd } from '../session/session-life.ts';
import { NO_PARAMETERS, returnUrlOf } from './return-url.ts';

export interface PageTerms {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly matchLocale: MatchLocale;
}

export function pageProblems(
  session: Pick<CheckoutSession, 'checkout' | 'fields'>,
  { now, matchLocale }: PageTerms,
): ValidationProblem[] {
  const locale = session.fields.interaction?.locale;
  return [
    ...(linkEnd(session) <= now
      ? [validationError(invalidProblem('paymentLink.expiryDateTime', 'a time to come: nobody can pay after it'))]
      : []),
    ...(returnUrlOf({ ...session, id: '', version: '' }, 'paid', NO_PARAMETERS) === undefined ? [NO_WAY_HOME] : []),
    ...(locale !== undefined && !isSpoken(locale, matchLocale)
      ? [
          validationWarning(
            invalidProblem('interaction.locale', "a language that the page speaks; else it is the browser's"),
          ),
        ]
      : []),
  ];
}

const NO_WAY_HOME = validationWarning({
  field: 'interaction.returnUrl',
  validationType: 'MISSING',
  explanation: 'without it a payer who has paid is not led back to the shop',
});

/** `matchLocale` falls back to another language for an unsupported one. */
function isSpoken(locale: string, matchLocale: PageTerms['matchLocale']): boolean {
  try {
    const { language } = new Intl.Locale(locale.replaceAll('_', '-'));
    return new Intl.Locale(matchLocale([locale])).language === language;
  } catch {
    return false;
  }
}
