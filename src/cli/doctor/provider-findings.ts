/** Checks that a merchant's payers can pay at a provider: that it answers, and accepts the merchant's account. */
import type { PaymentChoice, Provider, ProviderAccount } from '../../core/ports/index.ts';
import { START_COMMAND } from '../../platform/command-names.ts';
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';

/** A payment that providers do not know: the answer "unknown" proves the connection and the credentials. */
const NO_PAYMENT = {
  reference: 'turnpike-doctor',
  providerReference: 'TURNPIKEDOCTOR',
  operation: 'PAY',
  attempt: 1,
  asked: { amount: 0n, currency: 'EUR', orderId: 'turnpike-doctor' },
} as const;

const REMEDY = `look at its settings and at the provider; in the sandbox, at ${START_COMMAND} and SANDBOX_BANKS_PORT`;

/** Maximum number of banks to probe: a few of them are enough to test the certificates and the network. */
const PROBED_OPTIONS_MAX = 20;

export async function providerFindings(provider: Provider, account: ProviderAccount): Promise<CheckFinding[]> {
  const { choice, id } = provider;
  if (choice?.probe !== undefined) {
    return choiceFindings(id, choice, choice.probe.bind(choice));
  }
  const { status } = await provider.state({ ...NO_PAYMENT, account });
  return status === 'NO_ANSWER' || status === 'NOT_SENT'
    ? [fails(`${id} does not answer.`, REMEDY)]
    : [well(`${id} answers.`)];
}

/** Probes the options of a provider that stands for several, such as banks. */
async function choiceFindings(
  id: string,
  { options }: PaymentChoice,
  probe: NonNullable<PaymentChoice['probe']>,
): Promise<CheckFinding[]> {
  const offered = options.filter(({ isOffered }) => isOffered);
  if (offered.length === 0) {
    return [fails(`${id} offers nobody to pay with.`, 'offer one of its list, or take it out of browserPayments')];
  }
  const asked = await Promise.all(
    offered.slice(0, PROBED_OPTIONS_MAX).map(async ({ id: option, name }) => ({ name, ...(await probe(option)) })),
  );
  const silent = asked.filter(({ status }) => status === 'UNREACHED').map(({ name }) => name);
  const refusals = asked.flatMap((one) => (one.status === 'REFUSED' ? [`${one.name} (${one.code})`] : []));
  const reached = asked.length - silent.length - refusals.length;
  const finding = reached === 0 ? fails : doubtful;
  const ofAll = offered.length === asked.length ? '' : ` asked, of ${offered.length},`;
  return [
    ...(reached > 0 ? [well(`${id}: ${reached} of ${asked.length}${ofAll} answer.`)] : []),
    ...(silent.length > 0 ? [finding(`${id}: no answer from ${silent.join(', ')}.`, REMEDY)] : []),
    ...(refusals.length > 0
      ? [finding(`${id}: this gateway is refused by ${refusals.join(', ')}.`, 'look at its certificates there')]
      : []),
  ];
}
