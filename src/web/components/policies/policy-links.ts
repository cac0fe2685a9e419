import type { Text } from '../../text/translation.ts';
import type { Shop } from '../../views/index.ts';
import { webLink } from '../order/links.ts';

export interface PolicyLink {
  readonly label: string;
  readonly href: string;
}

const POLICIES = ['terms', 'privacy', 'refunds'] as const satisfies (keyof Text['policies'])[];

/** The shop's policies for the foot of pages and mails. */
export function policyLinks({ policies = {} }: Pick<Shop, 'policies'>, text: Text): PolicyLink[] {
  return POLICIES.flatMap((policy) => {
    const href = webLink(policies[policy]);
    return href === undefined ? [] : [{ label: text.policies[policy], href }];
  });
}
