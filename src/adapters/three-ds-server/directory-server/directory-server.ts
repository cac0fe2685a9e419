/** The message interface of one scheme's directory server. Messages are validated in both directions. */
import { MINUTE_MS } from '../../../contract/durations.ts';
import { erroOf } from '../messages/erro.ts';
import { url } from '../messages/field-types.ts';
import { fits } from '../messages/fits.ts';
import type { RequestContext } from '../messages/presence.ts';
import { type ReadMessage, type RefusedMessage, readMessage } from '../messages/read-message.ts';
import type { Version } from '../messages/versions.ts';
import { writeMessage } from '../messages/write-message.ts';
import type { Pacer } from '../ranges/pacer.ts';
import type { PreparationRequest, RangeSource, RangesAnswer } from '../ranges/range-cache.ts';
import { readRanges } from '../ranges/read-ranges.ts';
import { type DirectoryServerLink, type LinkFailure, openDirectoryServerLink } from './link.ts';
import type { DirectoryServerSettings } from './settings.ts';

/**
 * The longest wait for an ARes, during which the payer waits. After it the merchant's rule for an unavailable
 * authentication applies.
 */
export const ARES_MS_MAX = 10_000;
/** The maximum size of an ARes. It usually has less than a kilobyte, and ten extensions add at most 80 KB. */
const ARES_BYTES_MAX = 128 * 1024;
/** The maximum size of a PRes. One network has announced card ranges of up to 200 MB. */
const PRES_BYTES_MAX = 256 * 1024 * 1024;
/** The longest wait for a PRes, which is long because payers do not wait for it. */
const PRES_MS_MAX = 5 * MINUTE_MS;

/** The placeholder of a transaction id, for the validation of the settings. */
const NO_TRANSACTION = '00000000-0000-0000-0000-000000000000';
/** The limit of the AReq's `threeDSServerURL`. */
const RESULTS_URL_CHARACTERS_MAX = 2_048;

export type AReqAnswer =
  | ReadMessage<'ARes' | 'Erro'>
  | RefusedMessage
  | { readonly ok: false; readonly unanswered: LinkFailure; readonly isSent: boolean };

export interface DirectoryServerOptions {
  readonly link?: DirectoryServerLink;
  readonly aresMsMax?: number;
  readonly presMsMax?: number;
}

export class DirectoryServer implements RangeSource {
  readonly settings: DirectoryServerSettings;
  readonly #link: DirectoryServerLink;
  readonly #aresMsMax: number;
  readonly #presMsMax: number;

  /** @throws Error if TLS does not accept the certificates, or the settings do not yield a valid message */
  constructor(
    settings: DirectoryServerSettings,
    {
      link = openDirectoryServerLink(settings),
      aresMsMax = ARES_MS_MAX,
      presMsMax = PRES_MS_MAX,
    }: DirectoryServerOptions = {},
  ) {
    this.settings = settings;
    this.#link = link;
    this.#aresMsMax = aresMsMax;
    this.#presMsMax = presMsMax;
    this.#preq({ threeDSServerTransID: NO_TRANSACTION, version: '2.2.0' });
    if (!fits(settings.threeDSServerUrl, url(RESULTS_URL_CHARACTERS_MAX))) {
      throw new Error('The address for results is no https: URL.');
    }
  }

  /**
   * Sends an AReq once. Does not reject.
   *
   * @param body the AReq as `writeMessage` returns it
   */
  async authenticate(body: string, context: RequestContext): Promise<AReqAnswer> {
    const answer = await this.#link.exchange({
      body,
      answerMsMax: this.#aresMsMax,
      answerBytesMax: ARES_BYTES_MAX,
      read: wholeBody,
    });
    return answer.ok
      ? readMessage(answer.value, { types: ['ARes', 'Erro'], context })
      : { ok: false, unanswered: answer.failure, isSent: answer.isSent };
  }

  async prepare(request: PreparationRequest, pacer: Pacer): Promise<RangesAnswer> {
    const { version } = request;
    const body = this.#preq(request);
    const answer = await this.#link.exchange({
      body,
      answerMsMax: this.#presMsMax,
      answerBytesMax: PRES_BYTES_MAX,
      read: (bytes) => readRanges(bytes, version, pacer),
    });
    return answer.ok ? answer.value : { ok: false, unanswered: answer.failure };
  }

  async complain(refused: RefusedMessage, version: Version): Promise<void> {
    await this.#link.exchange({
      body: writeMessage<'Erro'>(erroOf({ ...refused, version })),
      answerMsMax: this.#aresMsMax,
      answerBytesMax: ARES_BYTES_MAX,
      read: wholeBody,
    });
  }

  close(): void {
    this.#link.close();
  }

  #preq({ threeDSServerTransID, version, serialNum }: PreparationRequest): string {
    const { threeDSServerRefNumber, threeDSServerOperatorId } = this.settings;
    return writeMessage<'PReq'>({
      messageType: 'PReq',
      messageVersion: version,
      threeDSServerTransID,
      threeDSServerRefNumber,
      threeDSServerOperatorID: threeDSServerOperatorId,
      serialNum,
    });
  }
}

async function wholeBody(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
