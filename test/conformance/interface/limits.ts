/** Limits outside the document's tables. */

/** `order.custom.X`: the allowed names of merchant-defined fields, and their maximum number. */
export const CUSTOM_FIELDS_MAX = 50;
/** "Under 100". */
export const CUSTOM_NAME_CHARACTERS_MAX = 99;

export const CUSTOM_NAMES = {
  accepted: ['a', 'Z', '9', 'couponCode2', 'a'.repeat(CUSTOM_NAME_CHARACTERS_MAX)],
  refused: ['', 'a'.repeat(CUSTOM_NAME_CHARACTERS_MAX + 1), 'a-b', 'a_b', 'a b', 'a.b', 'é', '😀', 'a\n'],
} as const;

/** A sub-merchant's trading name on the two card networks with a limit of their own, in characters. */
export const TRADING_NAME_CHARACTERS_MAX = { first: 21, second: 27, secondWithAggregatorName: 36 } as const;

/** The digits of `posTerminal.entryMode`: the PAN entry mode, then the terminal's PIN capability. */
export const PAN_ENTRY_MODES = ['01', '02', '04', '05', '07', '79', '80', '90', '91'] as const;
export const PIN_ENTRY_MODES = ['0', '1', '2', '8'] as const;
