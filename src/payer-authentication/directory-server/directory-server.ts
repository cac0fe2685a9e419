/** One scheme's directory server, by messages: what is sent is judged, and what comes back. */
import { erroOf } from '../messages/erro.ts';
import { url } from '../messages/field-types.ts';
import { fits } from '../messages/fits.ts';
import type { Context } from '../messages/presence.ts';
import { type ReadMessage, type RefusedMessage, readMessage } from '../messages/read-message.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { Version } from '../messages/versions.ts';
import { writeMessage } from '../messages/write-message.ts';
import type { Pacer } from '../ranges/pacer.ts';
import type { PreparationRequest, RangeSource, RangesAnswer } from '../ranges/range-cache.ts';
import { readRanges } from '../ranges/read-ranges.ts';
import { type Link, type LinkFailure, openLink } from './link.ts';
import type { DirectoryServerSettings } from './settings.ts';

/** A payer waits for it. After it nobody knows who pays, and the merchant's rule decides. */
export const ARES_MS_MAX = 10_000;
/** An ARes has less than a kilobyte; ten extensions have 80 more. */
const ARES_BYTES_MAX = 128 * 1024;
/** A network has said that its ranges may take 200 MB. */
const PRES_BYTES_MAX = 256 * 1024 * 1024;
/** Nobody waits for it. */
const PRES_MS_MAX = 5 * 60_000;

/** For trying the settings. */
const NO_TRANSACTION = '00000000-0000-0000-0000-000000000000';
/** Of the AReq's `threeDSServerURL`. */
const RESULTS_URL_CHARACTERS_MAX = 2_048;

export type AuthenticationAnswer =
  | ReadMessage<'ARes' | 'Erro'>
  | RefusedMessage
  | { readonly ok: false; readonly unanswered: LinkFailure; readonly isSent: boolean };

export interface DirectoryServerOptions {
  readonly link?: Link;
  readonly aresMsMax?: number;
  readonly presMsMax?: number;
}

export class DirectoryServer implements RangeSource {
  readonly settings: DirectoryServerSettings;
  readonly #link: Link;
  readonly #aresMsMax: number;
  readonly #presMsMax: number;

  /** @throws Error where TLS does not take the certificates, or no message can be made of the settings */
  constructor(
    settings: DirectoryServerSettings,
    { link = openLink(settings), aresMsMax = ARES_MS_MAX, presMsMax = PRES_MS_MAX }: DirectoryServerOptions = {},
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
   * Sends an AReq once.
   *
   * @throws UnfitMessage for what cannot be sent, and nothing else
   */
  async authenticate(areq: MessageOf<'AReq'>, context: Context): Promise<AuthenticationAnswer> {
    const body = writeMessage<'AReq'>(areq);
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
