/** Asks for a code before a sensitive act, and goes on with the form that was sent. */
import { sessionOf } from '../access.ts';
import { consoleAddress, type SensitiveAct } from '../routes.ts';
import { isProven } from '../session-times.ts';
import { proveAgain } from '../sign-in.ts';
import type { ConsoleAnswer, PersonRequest } from './answer.ts';
import { shellOf } from './shell.ts';
import { openIdAddress } from './sign-in-pages.ts';

/** The hidden input with the proof that the form is of this browser. */
export const PROOF = 'proof';
/** The input with the code. No form of an act has one of this name. */
const FACTOR = 'second-factor';

/** @param path that the form was sent to @param goOn carries the form out, for the session that has proven the code */
export async function withProof<Request extends PersonRequest>(
  request: Request,
  act: SensitiveAct,
  path: string,
  goOn: (request: Request) => Promise<ConsoleAnswer>,
): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, fields, caller } = request;
  const person = await dependencies.people.findByKey(signedIn.person.key);
  const hasFactor = person?.credentials !== undefined;
  // The operator of a sandbox has signed in by a link, and has no factor.
  const canProve = hasFactor || person?.hasOpenId === true;
  if (!canProve || isProven(signedIn.session, dependencies.clock.now())) {
    return goOn(request);
  }
  if (!hasFactor) {
    return signInAgainPage(request, act);
  }
  const typed = fields.get(FACTOR);
  const proven = typed === null ? undefined : await proveAgain(dependencies, signedIn, typed, caller);
  if (proven?.kind !== 'NEXT') {
    return proofPage(request, act, path, proven?.kind === 'REFUSED' ? 'REFUSED' : proven && 'WRONG');
  }
  const { next } = proven;
  const renewed = (await sessionOf(dependencies, next.visitor)) ?? signedIn;
  return { ...(await goOn({ ...request, visitor: next.visitor, signedIn: renewed })), next };
}

const STATUS = { REFUSED: 429, WRONG: 422 } as const;

function proofPage(
  request: PersonRequest,
  { words: act }: SensitiveAct,
  path: string,
  problem: 'REFUSED' | 'WRONG' | undefined,
): ConsoleAnswer {
  const kept = [...request.fields].filter(([name]) => name !== PROOF && name !== FACTOR);
  return {
    page: 'proof',
    status: problem && STATUS[problem],
    data: { shell: shellOf(request), act, path, kept: kept.map(([name, value]) => ({ name, value })), problem },
  };
}

/** For a person whose factors the OpenID provider keeps. The form is not kept: it has to be sent again. */
function signInAgainPage(request: PersonRequest, { words, from }: SensitiveAct): ConsoleAnswer {
  const { dependencies, parameters } = request;
  const to = consoleAddress(from, parameters);
  return {
    page: 'signInAgain',
    data: { shell: shellOf(request), act: words, host: dependencies.openId?.host, href: openIdAddress(to), from: to },
  };
}
