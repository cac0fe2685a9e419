/** The PSP's error answer: problem details (RFC 7807) of the Pix API's types. */

/** Error types with their HTTP status. */
const TYPES = {
  AcessoNegado: 403,
  CobNaoEncontrado: 404,
  CobOperacaoInvalida: 400,
  ErroInternoDoServidor: 500,
  NaoEncontrado: 404,
  PixDevolucaoInvalida: 400,
  PixNaoEncontrado: 404,
  RequisicaoInvalida: 400,
  ServicoIndisponivel: 503,
  WebhookNaoEncontrado: 404,
  WebhookOperacaoInvalida: 400,
} as const;

export type RefusalType = keyof typeof TYPES;

/** Thrown by an operation, whose changes are then not stored. */
export class PspRefusal extends Error {
  readonly type: RefusalType;
  readonly status: number;
  /** The invalid field, as a path with dots. */
  readonly field: string | undefined;

  constructor(type: RefusalType, field?: string) {
    super(type);
    this.type = type;
    this.status = TYPES[type];
    this.field = field;
  }

  /** The problem details. Programs evaluate the type; the texts are for people. */
  get body(): object {
    const { type, status, field } = this;
    return {
      type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
      title: type,
      status,
      violacoes: field === undefined ? undefined : [{ razao: 'invalido', propriedade: field }],
    };
  }
}

/** The access token is missing, unknown or expired. The answer is OAuth's, because the Pix API describes none. */
export class Unauthorized extends Error {}
