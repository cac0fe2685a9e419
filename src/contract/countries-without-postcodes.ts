/**
 * Countries whose addresses have no post code, or rarely carry one, as two letters of ISO 3166-1. The table is not from
 * a standard. Countries are listed in case of doubt, so that payers are not asked for a code that they do not have.
 */
export const COUNTRIES_WITHOUT_POSTCODES: ReadonlySet<string> = new Set([
  ...['AE', 'AG', 'AO', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CM'],
  ...['CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LC'],
  ...['LY', 'ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX'],
  ...['SY', 'TD', 'TG', 'TK', 'TL', 'TO', 'TV', 'UG', 'VC', 'VU', 'WS', 'YE', 'ZW'],
  // Countries with recent post codes, or with post codes for large senders only.
  ...['IE', 'KE', 'NG', 'TT', 'TZ'],
]);
