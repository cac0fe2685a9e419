/** What the PSP answers in place of a result: problem details (RFC 7807) of the types that the Pix API names. */

/** Each with its status. */
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

/** Thrown by an operation; nothing that it began is stored. */
export class Refusal extends Error {
  readonly type: RefusalType;
  readonly status: number;
  /** The field that is wrong, with points between its names. */
  readonly field: string | undefined;

  constructor(type: RefusalType, field?: string) {
    super(type);
    this.type = type;
    this.status = TYPES[type];
    this.field = field;
  }

  /** Its texts are for people: a program reads the type. */
  get body(): object {
    const { type, status, field } = this;
    return {
      type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
      title: type,
      status,
      ...(field !== undefined && { violacoes: [{ razao: 'invalido', propriedade: field }] }),
    };
  }
}

/** The access token is missing, unknown or over: OAuth's answer, which the Pix API does not describe. */
export class Unauthorized extends Error {}
