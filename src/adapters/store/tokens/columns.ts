/** The columns of a token's row, for every statement that reads tokens. */
export const TOKEN_COLUMNS = [
  'key',
  'merchant_key',
  'token',
  'fields',
  'sealed_card',
  'card_hash',
  'verification',
  'kept_for',
  'created_at',
  'updated_at',
] as const;
