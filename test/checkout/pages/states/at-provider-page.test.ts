/**
 * The page while a payment at a provider is started: once the provider has answered, it is not shown as unreachable.
 */
import { expect, it } from 'vitest';
import { atProviderModel } from '../../../../src/checkout/pages/states/at-provider-page.ts';
import type { FoundPayment } from '../../../../src/core/ports/index.ts';
import { merchant } from '../../../core/world.ts';
import { checkoutSession } from '../../sessions.ts';

const context = {
  session: checkoutSession({}, {}, { form: { method: 'card', kept: {}, errors: {}, notice: 'unreached' } }),
  merchant,
  locale: 'en',
  testMode: undefined,
};

function asked(...outcomes: readonly string[]): FoundPayment {
  const events = outcomes.map((outcome, at) => ({ kind: 'ASKED', outcome, lastAt: at }));
  return { payment: { provider: 'demoWallet', handle: 'h' }, events } as unknown as FoundPayment;
}

it.each([
  ['NO_ANSWER', ['NO_ANSWER']],
  ['NOT_SENT', ['OPEN', 'NOT_SENT']],
] as const)('after %s the page explains why no other method is offered yet', (_word, outcomes) => {
  expect(atProviderModel(context, asked(...outcomes), 'csrf')).toMatchObject({ unreached: 'anotherWay', unsure: true });
});

it.each(['OPEN', 'AGREED'])('once the provider has answered %s, the page offers other methods', (word) => {
  const page = atProviderModel(context, asked('NO_ANSWER', word), 'csrf');
  expect([page.unreached, page.unsure]).toEqual([undefined, undefined]);
});
