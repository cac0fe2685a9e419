/** The pages before somebody is signed in. */
import type { SignInProblem } from '../../web/views/console/index.ts';
import { sessionOf } from '../access.ts';
import { enrol, offeredSecret, openInvitation, signInByLink } from '../invitations.ts';
import { PASSWORD_CHARACTERS_MIN } from '../passwords.ts';
import { CONSOLE_PATH, consoleAddress } from '../routes.ts';
import { type SignInAnswer, signInByCode, signInByPassword, signOut } from '../sign-in.ts';
import { base32, otpauthAddress } from '../totp.ts';
import { formToken } from '../visitor.ts';
import type { ConsoleAnswer, ConsoleRequest, PersonRequest } from './answer.ts';

/** The parameter with the page to show after the sign-in. */
export const TO = 'to';
/** The input of the form for a recovery code, so that the page opens that form again. */
const RECOVERY = 'recovery';
/** The parameter of a sign-in after a session has ended. */
const ENDED = 'ended';

const PROBLEM_STATUS: Readonly<Record<SignInProblem, number>> = {
  BUSY: 503,
  ENDED: 200,
  OPENID_FAILED: 502,
  REFUSED: 429,
  UNINVITED: 403,
  WRONG: 422,
};

/** A path of the console, and nothing that a browser could read as another origin. */
const OWN_PATH = /^\/console(?:\/[\w.~%-]+)*$/;

/** A query as `URLSearchParams` writes it: pages read it, and none changes anything by it. */
const QUERY = /^[\w.*%&=+-]{0,2000}$/;

/** The page to show after the sign-in: that of the values, if it is one of the console. */
export function toOf(values: URLSearchParams): string {
  const to = values.get(TO) ?? '';
  return isOwnPage(to) ? to : CONSOLE_PATH;
}

/** Also refuses segments of dots, which a browser resolves. */
function isOwnPage(address: string): boolean {
  const [path = '', query = '', ...more] = address.split('?');
  return (
    more.length === 0 &&
    QUERY.test(query) &&
    OWN_PATH.test(path) &&
    new URL(path, 'http://console.internal').pathname === path
  );
}

/** @param to path and query of the page that the person asked for */
export function signInAddress(to: string): string {
  const query = to === CONSOLE_PATH || !isOwnPage(to) ? '' : `?${new URLSearchParams({ [TO]: to })}`;
  return consoleAddress('signIn') + query;
}

/** @param to the page to show afterwards */
export function openIdAddress(to: string): string {
  return `${consoleAddress('openId')}?${new URLSearchParams({ [TO]: to })}`;
}

/** @param more what replaces the typed e-mail address and the asked page, after a sign-in elsewhere */
export async function signInPage(
  request: ConsoleRequest,
  problem?: SignInProblem,
  more: { readonly email?: string | undefined; readonly to?: string } = {},
): Promise<ConsoleAnswer> {
  const { dependencies, visitor, fields, query } = request;
  const to = more.to ?? toOf(fields.size > 0 ? fields : query);
  const shown = problem ?? (query.has(ENDED) ? 'ENDED' : undefined);
  return {
    page: 'signIn',
    status: shown && PROBLEM_STATUS[shown],
    data: {
      proof: formToken(visitor),
      testMode: dependencies.testMode,
      email: more.email ?? fields.get('email')?.slice(0, SHOWN_CHARACTERS_MAX) ?? '',
      problem: shown,
      to,
      openId: dependencies.openId && {
        host: dependencies.openId.host,
        href: openIdAddress(to),
      },
    },
  };
}

const SHOWN_CHARACTERS_MAX = 254;

export async function submitPassword(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { dependencies, fields, caller } = request;
  const typed = { email: fields.get('email') ?? '', password: fields.get('password') ?? '' };
  const answer = await signInByPassword(dependencies, typed, caller);
  const query = new URLSearchParams({ [TO]: toOf(fields) });
  return afterStep(answer, `${consoleAddress('code')}?${query}`, (problem) => signInPage(request, problem));
}

export async function codePage(request: ConsoleRequest, problem?: SignInProblem): Promise<ConsoleAnswer> {
  const { dependencies, visitor, fields, query } = request;
  const signedIn = await sessionOf(dependencies, visitor);
  if (signedIn?.session.stage !== 'PASSWORD') {
    return { redirect: `${consoleAddress('signIn')}?${ENDED}` };
  }
  return {
    page: 'code',
    status: problem && PROBLEM_STATUS[problem],
    data: {
      proof: formToken(visitor),
      testMode: dependencies.testMode,
      problem,
      isRecovery: fields.has(RECOVERY),
      to: toOf(fields.size > 0 ? fields : query),
    },
  };
}

export async function submitCode(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { dependencies, visitor, fields, caller } = request;
  const signedIn = await sessionOf(dependencies, visitor);
  if (signedIn?.session.stage !== 'PASSWORD') {
    return { redirect: `${consoleAddress('signIn')}?${ENDED}` };
  }
  const answer = await signInByCode(dependencies, signedIn, fields.get('code') ?? '', caller);
  return afterStep(answer, toOf(fields), (problem) => codePage(request, problem));
}

function afterStep(
  answer: SignInAnswer,
  address: string,
  again: (problem: SignInProblem) => Promise<ConsoleAnswer>,
): Promise<ConsoleAnswer> | ConsoleAnswer {
  return answer.kind === 'NEXT' ? { redirect: address, next: answer.next } : again(answer.kind);
}

export async function invitationPage(
  request: ConsoleRequest,
  problems: {
    readonly password?: 'LONG' | 'NAMED' | 'REPEATED' | 'SHORT' | undefined;
    readonly code?: 'WRONG' | undefined;
  } = {},
): Promise<ConsoleAnswer> {
  const {
    dependencies,
    visitor,
    parameters: { token = '' },
  } = request;
  const open = await openInvitation(dependencies, 'ENROLMENT', token);
  if (open === undefined) {
    return { problem: 'LINK' };
  }
  const { email } = open.person;
  const secret = offeredSecret(dependencies.sealer, token, visitor);
  const issuer = `Turnpike ${new URL(dependencies.origin).host}`;
  return {
    page: 'invitation',
    status: Object.keys(problems).length === 0 ? 200 : PROBLEM_STATUS.WRONG,
    data: {
      proof: formToken(visitor),
      testMode: dependencies.testMode,
      email,
      secret: (base32(secret).match(/.{1,4}/g) ?? []).join(' '),
      appAddress: otpauthAddress({ issuer, email, secret }),
      charactersMin: PASSWORD_CHARACTERS_MIN,
      problems,
    },
  };
}

export async function acceptInvitation(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const {
    dependencies,
    visitor,
    fields,
    caller,
    parameters: { token = '' },
  } = request;
  const open = await openInvitation(dependencies, 'ENROLMENT', token);
  if (open === undefined) {
    return { problem: 'LINK' };
  }
  const typed = { password: fields.get('password') ?? '', code: fields.get('code') ?? '' };
  const secret = offeredSecret(dependencies.sealer, token, visitor);
  const answer = await enrol(dependencies, open, secret, typed, caller);
  switch (answer.kind) {
    case 'USED':
      return { problem: 'LINK' };
    case 'PROBLEMS':
      return invitationPage(request, answer.problems);
    case 'ENROLLED':
      return {
        page: 'recoveryCodes',
        next: answer.next,
        data: { testMode: dependencies.testMode, email: open.person.email, codes: answer.recoveryCodes },
      };
  }
}

/** Only the form uses the link up: browsers and mail programs open links by themselves. */
export async function sandboxLinkPage({ dependencies, visitor, parameters }: ConsoleRequest): Promise<ConsoleAnswer> {
  const open = await openInvitation(dependencies, 'SIGN_IN', parameters.token ?? '');
  return open === undefined
    ? { problem: 'LINK' }
    : { page: 'sandboxLink', data: { proof: formToken(visitor), email: open.person.email } };
}

export async function useSandboxLink({ dependencies, caller, parameters }: ConsoleRequest): Promise<ConsoleAnswer> {
  const open = await openInvitation(dependencies, 'SIGN_IN', parameters.token ?? '');
  const next = open && (await signInByLink(dependencies, open, caller));
  return next === undefined ? { problem: 'LINK' } : { redirect: CONSOLE_PATH, next };
}

export async function submitSignOut({ dependencies, signedIn, caller }: PersonRequest): Promise<ConsoleAnswer> {
  return { redirect: consoleAddress('signIn'), next: await signOut(dependencies, signedIn, caller) };
}
