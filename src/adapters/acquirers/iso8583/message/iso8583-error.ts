/** The fault of a message. The error has the field's number but not its value, which may be card data. */
export type Iso8583Fault =
  | 'FRAME_LENGTH'
  | 'MESSAGE_TYPE'
  | 'BITMAP'
  | 'UNKNOWN_FIELD'
  | 'MISSING_FIELD'
  | 'FIELD_LENGTH'
  | 'FIELD_FORMAT'
  | 'TRAILING_BYTES';

/** The only error that this folder throws, for messages that cannot be encoded and bytes that cannot be parsed. */
export class Iso8583Error extends Error {
  override readonly name = 'Iso8583Error';
  readonly fault: Iso8583Fault;
  readonly field: number | undefined;

  constructor(fault: Iso8583Fault, field?: number) {
    super(field === undefined ? `ISO 8583: ${fault}` : `ISO 8583: ${fault} in field ${field}`);
    this.fault = fault;
    this.field = field;
  }
}
