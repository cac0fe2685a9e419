/** Checks who may make a request of the console, and calls its handler. */
import { may, type SignedIn, sessionOf } from '../access.ts';
import { CONSOLE_PATH, CONSOLE_ROUTES, type ConsoleRouteName, SENSITIVE_ACTS } from '../routes.ts';
import { isFormOf } from '../visitor.ts';
import type { ConsoleAnswer, ConsoleRequest, MerchantRequest, PersonRequest } from './answer.ts';
import { CONSOLE_HANDLERS } from './handlers.ts';
import { atMerchant, unlessAway } from './place.ts';
import { PROOF, withProof } from './proof-pages.ts';
import { signInAddress } from './sign-in-pages.ts';
import { fromStandby } from './standby-page.ts';

interface RoutedRequest {
  readonly name: ConsoleRouteName;
  readonly kind: 'form' | 'page';
  readonly request: ConsoleRequest;
  /** The path of the request. */
  readonly path: string;
}

/** The answer, and the person who is signed in, for the frame of a problem's page. */
export interface Response {
  readonly answer: ConsoleAnswer;
  readonly signedIn?: SignedIn | undefined;
}

/** The handler of a request that has passed the checks: `place` and `signedIn` are there where its route needs them. */
type AnyHandler = (request: MerchantRequest) => Promise<ConsoleAnswer>;

export async function respond({ name, kind, request, path }: RoutedRequest): Promise<Response> {
  const { access } = CONSOLE_ROUTES[name];
  const handlers = CONSOLE_HANDLERS[name] as { readonly [Kind in typeof kind]?: AnyHandler };
  const handle = handlers[kind] as AnyHandler;
  const { dependencies, visitor, fields, parameters } = request;
  if (kind === 'form' && !isFormOf(visitor, fields.get(PROOF) ?? '')) {
    return { answer: { problem: 'FORM' }, signedIn: await completeSessionOf(dependencies, visitor) };
  }
  if (access === 'ANYONE') {
    return { answer: await handle(request as MerchantRequest) };
  }
  const signedIn = await completeSessionOf(dependencies, visitor);
  if (signedIn === undefined) {
    const query = request.query.size > 0 ? `?${request.query}` : '';
    return { answer: { redirect: signInAddress(kind === 'page' ? path + query : CONSOLE_PATH) } };
  }
  const act = kind === 'form' ? SENSITIVE_ACTS[name] : undefined;
  const passOn = (passed: MerchantRequest | PersonRequest) =>
    act === undefined
      ? handle(passed as MerchantRequest)
      : withProof(passed, act, path, (proven) => handle(proven as MerchantRequest));
  if (access === 'SIGNED_IN') {
    return { signedIn, answer: await passOn({ ...request, signedIn }) };
  }
  const passed = await atMerchant({ ...request, signedIn }, parameters.merchant ?? '');
  if (passed === undefined || passed === 'AWAY') {
    return { signedIn, answer: { problem: passed === undefined ? 'NOT_FOUND' : 'STORE_AWAY' } };
  }
  if (!may(passed.place, access)) {
    return { signedIn, answer: { problem: 'NOT_ALLOWED' } };
  }
  const answer = kind === 'page' ? await unlessAway(() => fromStandby(name, passed, handle)) : await passOn(passed);
  return { signedIn, answer: answer === 'AWAY' ? { problem: 'STORE_AWAY' } : answer };
}

async function completeSessionOf(
  dependencies: ConsoleRequest['dependencies'],
  visitor: ConsoleRequest['visitor'],
): Promise<SignedIn | undefined> {
  const signedIn = await sessionOf(dependencies, visitor);
  return signedIn?.session.stage === 'COMPLETE' ? signedIn : undefined;
}
