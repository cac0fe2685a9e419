/** 3DS Servers whose requests are stored but not answered: their process has died, or is slow. */
import type { Gateway } from '../../../src/core/gateway.ts';
import type { AskedAuthentication, PayerAuthenticator } from '../../../src/core/ports/index.ts';

type Asked = Extract<AskedAuthentication, { readonly status: 'ASKED' }>;

/** @param send replaces the sending of the request, once the request is stored */
export function holding(
  { payerAuthentication }: Gateway,
  send: (asked: Asked) => ReturnType<Asked['send']>,
): Pick<Gateway, 'payerAuthentication'> {
  const { authenticator } = payerAuthentication;
  const authenticate: PayerAuthenticator['authenticate'] = (...given) => {
    const asked = authenticator.authenticate(...given);
    return asked.status === 'ASKED' ? { ...asked, send: () => send(asked) } : asked;
  };
  const held = new Proxy(authenticator, {
    get(target, name) {
      const member = name === 'authenticate' ? authenticate : target[name as keyof PayerAuthenticator];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { payerAuthentication: { ...payerAuthentication, authenticator: held } };
}
