/** The page on which a person changes the own password. */
import { changePassword, type RefusedChange } from '../change-password.ts';
import { PASSWORD_CHARACTERS_MIN } from '../passwords.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, PersonRequest } from './answer.ts';
import { CHANGED } from './person-pages.ts';
import { shellOf } from './shell.ts';
import { signInAddress } from './sign-in-pages.ts';

const STATUS = { BUSY: 503, PROBLEMS: 422, REFUSED: 429 } as const;

export async function passwordPage(request: PersonRequest, refused?: RefusedChange): Promise<ConsoleAnswer> {
  const person = await request.dependencies.people.findByKey(request.signedIn.person.key);
  if (person?.credentials === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  return {
    page: 'password',
    status: refused && STATUS[refused.kind],
    data: {
      shell: shellOf(request),
      charactersMin: PASSWORD_CHARACTERS_MIN,
      problem: refused === undefined || refused.kind === 'PROBLEMS' ? undefined : refused.kind,
      problems: refused?.kind === 'PROBLEMS' ? refused.problems : {},
    },
  };
}

export async function submitNewPassword(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, fields, caller } = request;
  const [current = '', password = '', code = ''] = ['current', 'password', 'code'].map(
    (name) => fields.get(name) ?? '',
  );
  const answer = await changePassword(dependencies, signedIn, { current, password, code }, caller);
  switch (answer.kind) {
    case 'CHANGED':
      return { redirect: `${consoleAddress('account')}?${CHANGED}`, next: answer.next };
    case 'ENDED':
      return { redirect: signInAddress(consoleAddress('account')) };
    default:
      return passwordPage(request, answer);
  }
}
