/** The shop as pages and mails show it. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { TestMode } from '../../contract/test-mode.ts';
import type { Merchant } from '../../core/index.ts';
import type { Shop } from '../../web/views/index.ts';
import { logoAddress } from '../session/page-addresses.ts';
import { shownTimeZone } from './time-zone.ts';

export interface GatewayMode {
  readonly sandbox: boolean;
  readonly isStaging?: boolean;
}

/** @returns undefined where money is moved */
export function testModeOf({ sandbox, isStaging = false }: GatewayMode): TestMode | undefined {
  if (sandbox) {
    return 'sandbox';
  }
  return isStaging ? 'staging' : undefined;
}

/** Bidirectional overrides, embeddings and isolates, which would reverse the sentence around the name. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

const ADDRESS_LINES = ['line1', 'line2', 'line3', 'line4'] as const;

/** @param fields of the checkout's session, when there is one */
export function shopOf(merchant: Merchant, fields: RequestFields = {}): Shop {
  const { profile, logo } = merchant;
  const { name = profile.name, address, email, phone } = fields.interaction?.merchant ?? {};
  const { policies } = profile;
  const { color, supportUrl, corner, theme, font, byline } = profile.branding;
  return {
    name: name.replace(DIRECTION_CONTROLS, ''),
    addressLines: ADDRESS_LINES.map((line) => address?.[line]).filter((line) => line !== undefined),
    email,
    phone,
    color,
    supportUrl: supportUrl ?? undefined,
    policies: {
      terms: policies.terms ?? undefined,
      privacy: policies.privacy ?? undefined,
      refunds: policies.refunds ?? undefined,
    },
    logo: logo ? { href: logoAddress(logo.name), width: logo.width, height: logo.height } : undefined,
    look: { corner, theme, font, byline },
    timeZone: shownTimeZone(merchant, fields),
  };
}
