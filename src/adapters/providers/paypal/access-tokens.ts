import type { JsonClient } from '../../http-json.ts';
import { AccessTokens as OAuthTokens } from '../access-tokens.ts';

export interface PayPalAccessTokensOptions {
  readonly client: JsonClient;
  /** The prefix of `/v1/`. */
  readonly api: string;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export class PayPalAccessTokens extends OAuthTokens {
  constructor({ client, api, elapsed }: PayPalAccessTokensOptions) {
    super({
      elapsed,
      request: ({ members: { clientId, clientSecret } }) =>
        clientId === undefined || clientSecret === undefined
          ? undefined
          : { client, url: `${api}/v1/oauth2/token`, clientId, clientSecret },
    });
  }
}
