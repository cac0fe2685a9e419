/** The operator's OpenID provider (OpenID Connect Core 1.0, Discovery 1.0, RFC 7636). */
import * as openid from 'openid-client';
import type { Logger } from 'pino';
import { type OpenIdChecks, type OpenIdIdentity, type OpenIdProvider, PROOF_MS_MAX } from '../../console/index.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import type { Secret } from '../../contract/secret.ts';

export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export interface OpenIdOptions {
  /** The address to which the provider returns the browser. */
  readonly returnAddress: string;
  /** Whether the issuer may use http. */
  readonly allowsHttp: boolean;
  readonly log: Logger;
}

const ANSWER_SECONDS_MAX = 10;
const SCOPE = 'openid email';

/** Reads the provider's description at the first sign-in, so that the gateway starts without the provider. */
export class RemoteOpenIdProvider implements OpenIdProvider {
  readonly host: string;
  readonly #settings: OpenIdSettings;
  readonly #options: OpenIdOptions;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(settings: OpenIdSettings, options: OpenIdOptions) {
    this.host = settings.issuer.host;
    this.#settings = settings;
    this.#options = options;
  }

  async signInAddress({ state, nonce, verifier }: OpenIdChecks): Promise<string | undefined> {
    try {
      return openid.buildAuthorizationUrl(await this.#configured(), {
        redirect_uri: this.#options.returnAddress,
        scope: SCOPE,
        max_age: `${PROOF_MS_MAX / SECOND_MS}`,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      this.#warn(error);
      return undefined;
    }
  }

  async identify(
    query: URLSearchParams,
    { state, nonce, verifier }: OpenIdChecks,
  ): Promise<OpenIdIdentity | undefined> {
    const current = new URL(this.#options.returnAddress);
    current.search = query.toString();
    try {
      const answer = await openid.authorizationCodeGrant(await this.#configured(), current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return identityOf(answer.claims());
    } catch (error) {
      this.#warn(error);
      return undefined;
    }
  }

  async #configured(): Promise<openid.Configuration> {
    this.#configuration ??= this.#discover();
    try {
      return await this.#configuration;
    } catch (error) {
      // The next sign-in tries again.
      this.#configuration = undefined;
      throw error;
    }
  }

  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const execute = [openid.enableNonRepudiationChecks];
    return openid.discovery(issuer, clientId, clientSecret.reveal(), openid.ClientSecretBasic(), {
      timeout: ANSWER_SECONDS_MAX,
      execute: this.#options.allowsHttp ? [...execute, openid.allowInsecureRequests] : execute,
    });
  }

  /** Codes and states stay out of the log. */
  #warn(error: unknown): void {
    const { name, code, message, error: reason } = error as Error & { readonly code?: string; readonly error?: string };
    this.#options.log.warn(
      { provider: this.host, err: { type: name, code, message, reason } },
      'a sign-in at the OpenID provider failed',
    );
  }
}

function identityOf(claims: openid.IDToken | undefined): OpenIdIdentity | undefined {
  if (claims === undefined) {
    return undefined;
  }
  const { iss, sub, email, email_verified: isVerified, auth_time: authTime } = claims;
  return {
    subject: `${iss} ${sub}`,
    email: isVerified === true && typeof email === 'string' ? email : undefined,
    authenticatedAt: typeof authTime === 'number' ? authTime * SECOND_MS : undefined,
  };
}
