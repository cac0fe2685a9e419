/**
 * Countries whose addresses have no post code, or have one that hardly anybody there knows, by their two letters of ISO
 * 3166-1: the Universal Postal Union's list, where its members report none. Nobody who lives there may be asked for
 * one.
 */
export const COUNTRIES_WITHOUT_POSTCODES: ReadonlySet<string> = new Set([
  ...['AE', 'AG', 'AO', 'AW', 'BF', 'BI', 'BJ', 'BO', 'BQ', 'BS', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CM'],
  ...['CW', 'DJ', 'DM', 'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GQ', 'GY', 'HK', 'JM', 'KI', 'KM', 'KN', 'KP', 'LC'],
  ...['LY', 'ML', 'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX'],
  ...['SY', 'TD', 'TG', 'TK', 'TL', 'TO', 'TV', 'UG', 'VC', 'VU', 'WS', 'YE', 'ZW'],
  // They have post codes that are young or for large senders alone: most letters carry none.
  ...['IE', 'KE', 'NG', 'TT', 'TZ'],
]);
