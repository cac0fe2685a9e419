/**
 * Countries whose addresses have no post code, or have one that few letters carry, by their two letters of ISO 3166-1.
 * A table of ours that favours the payer: where it is in doubt, nobody is asked for a code that they may not have.
 */
export const COUNTRIES_WITHOUT_POSTCODES: ReadonlySet<string> = new Set([
  ...['AE', 'AG', 'AO', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CM'],
  ...['CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LC'],
  ...['LY', 'ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX'],
  ...['SY', 'TD', 'TG', 'TK', 'TL', 'TO', 'TV', 'UG', 'VC', 'VU', 'WS', 'YE', 'ZW'],
  // Their post codes are young, or for large senders alone.
  ...['IE', 'KE', 'NG', 'TT', 'TZ'],
]);
