/** The kinds of challenges. */

export interface ChallengeStyle {
  /** authenticationType: 01 static, 02 dynamic, 03 out of band. */
  readonly type: string;
  /** authenticationMethod: 02 code by message, 06 knowledge, 07 out of band with biometrics, 10 other. */
  readonly method: string;
}

export const CHALLENGES = {
  /** A one-time code, which the page itself shows. */
  ONE_TIME_CODE: { type: '02', method: '02' },
  /** A question with one right answer. */
  SINGLE_SELECT: { type: '01', method: '06' },
  /** A question with several right answers. */
  MULTI_SELECT: { type: '01', method: '06' },
  /** A confirmation in the bank's app. */
  OUT_OF_BAND: { type: '03', method: '07' },
  /** A form in the bank's own HTML. */
  HTML: { type: '02', method: '10' },
} as const satisfies Readonly<Record<string, ChallengeStyle>>;

export type ChallengeKind = keyof typeof CHALLENGES;
export const CHALLENGE_KINDS = Object.keys(CHALLENGES) as ChallengeKind[];

/** The style of decoupled authentication. */
export const DECOUPLED_STYLE: ChallengeStyle = { type: '04', method: '07' };
