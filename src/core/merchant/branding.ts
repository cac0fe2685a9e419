/** The look of a merchant's payment pages: `branding` of its profile. */
import { z } from 'zod';
import { CARD_BRANDS } from '../../contract/card-rules.ts';
import { profileUrl } from './profile-urls.ts';

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'a colour, #rgb or #rrggbb');

export const branding = z
  .object({
    color: color
      .default('#0f6b4f')
      .describe('Colour of the head and the button, `#rgb` or `#rrggbb`. The text on it turns light or dark to fit.'),
    logo: profileUrl
      .nullable()
      .default(null)
      .describe('Leave it out: `turnpike merchant logo ID FILE` gives the logo, and no page fetches one.'),
    corner: z.enum(['ROUND', 'SLIGHT', 'SQUARE']).default('ROUND').describe('Corners of boxes and buttons.'),
    theme: z
      .enum(['AUTO', 'LIGHT', 'DARK'])
      .default('AUTO')
      .describe("Light or dark colours; `AUTO` follows the payer's device."),
    font: z
      .enum(['SYSTEM', 'SERIF', 'MONO', 'ROUNDED'])
      .default('SYSTEM')
      .describe("A family of letters among those that the payer's device has. No font is fetched."),
    byline: z.boolean().default(true).describe('Whether pages end with “Payment page by Turnpike”.'),
    cardBrands: z
      .array(z.string())
      .default([])
      .describe(
        'Brands of cards whose marks the page shows, such as `VISA`, in this order. It refuses none of the others. An ' +
          'empty list shows every brand that is routed to a configured acquirer.',
      ),
    supportUrl: profileUrl
      .nullable()
      .default(null)
      .describe("An https URL, or in sandbox mode `http://localhost`: the link to the shop's help."),
  })
  .prefault({})
  .describe('How the payment page looks.');

export type BrandingProfile = z.infer<typeof branding>;

/** Finds values without effect. */
export function brandingProblems({
  logo,
  cardBrands,
}: BrandingProfile): { path: (number | string)[]; message: string }[] {
  return [
    ...(logo === null
      ? []
      : [
          { path: ['logo'], message: 'no page fetches a logo; leave it null, and call turnpike merchant logo ID FILE' },
        ]),
    ...cardBrands.flatMap((brand, at) =>
      (CARD_BRANDS as readonly string[]).includes(brand)
        ? []
        : [{ path: ['cardBrands', at], message: `no page draws it; it draws ${CARD_BRANDS.join(', ')}` }],
    ),
  ];
}
