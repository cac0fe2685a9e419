/** How the ACS asks a payer. */

export interface ChallengeStyle {
  /** authenticationType: 01 static, 02 dynamic, 03 out of band. */
  readonly type: string;
  /** authenticationMethod: 02 code by message, 06 knowledge, 07 out of band with biometrics, 10 other. */
  readonly method: string;
}

export const CHALLENGES = {
  /** A code, which the page itself shows. */
  ONE_TIME_CODE: { type: '02', method: '02' },
  /** One of several answers is right. */
  SINGLE_SELECT: { type: '01', method: '06' },
  /** Several are. */
  MULTI_SELECT: { type: '01', method: '06' },
  /** In the bank's app. */
  OUT_OF_BAND: { type: '03', method: '07' },
  /** A form of the bank's own making. */
  HTML: { type: '02', method: '10' },
} as const satisfies Readonly<Record<string, ChallengeStyle>>;

export type ChallengeKind = keyof typeof CHALLENGES;
export const CHALLENGE_KINDS = Object.keys(CHALLENGES) as ChallengeKind[];

/** Of decoupled authentication. */
export const DECOUPLED: ChallengeStyle = { type: '04', method: '07' };
