/**
 * Checks for problems that would keep this gateway's scripts from working on a shop's page, with remedies for the
 * merchant.
 */
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';
import { allowsUrl, applicableDirective, type ContentPolicy, readPolicies } from './content-policy.ts';
import type { GatewayScript } from './inventory.ts';
import type { FetchedPage, ScriptTag } from './shop-page.ts';

export interface PageSubject {
  readonly page: FetchedPage;
  /** The gateway's public origin. */
  readonly gateway: URL;
  readonly inventory: readonly GatewayScript[];
}

export interface PageCheck {
  readonly name: string;
  readonly run: (looked: PageSubject) => readonly CheckFinding[];
}

/** The permissions that each script needs. */
interface Needs {
  readonly does: string;
  /** Set if the script sends requests to the gateway. */
  readonly calls?: true;
  /** The frames that the script adds to the page. BANK: those of the bank and of the gateway. */
  readonly frames?: 'BANK' | 'GATEWAY';
}

const SCRIPT_NEEDS: Readonly<Record<string, Needs>> = {
  'three-ds': { does: 'authenticates payers', calls: true, frames: 'BANK' },
  checkout: { does: 'leads to the hosted page, or embeds it', frames: 'GATEWAY' },
  session: { does: 'puts the card’s fields into the page', frames: 'GATEWAY' },
};

const VERSIONS = { min: 14, max: 100 } as const;

/** A script of the page with the address of one of the gateway's scripts. */
interface LoadedScript {
  readonly tag: ScriptTag;
  readonly entry: GatewayScript;
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const PAGE_CHECKS: readonly PageCheck[] = [
  { name: 'page', run: pageFindings },
  { name: 'transport', run: transportFindings },
  { name: 'scripts', run: scriptFindings },
  { name: 'integrity', run: integrityFindings },
  { name: 'policy', run: policyFindings },
  { name: 'frames', run: frameFindings },
];

function pageFindings({ page: { status, url, headers } }: PageSubject): CheckFinding[] {
  const type = headers.get('content-type') ?? 'nothing';
  if (status !== 200) {
    return [fails(`The page at ${url.href} answers ${status}.`, 'give the address of a page that payers see')];
  }
  return type.includes('html')
    ? [well(`The page at ${url.href} is there.`)]
    : [fails(`What is at ${url.href} is ${type}, and no page.`, 'give the address of a page that payers see')];
}

/** The scripts use APIs that browsers offer only to secure pages. */
function transportFindings({ page: { url }, gateway }: PageSubject): CheckFinding[] {
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return [fails('The page comes by http, where browsers give scripts no cryptography.', 'serve it by https')];
  }
  return url.protocol === 'https:' && gateway.protocol === 'http:'
    ? [
        fails(
          `The page comes by https, and the gateway is ${gateway.origin}: browsers refuse its scripts.`,
          'give the gateway a certificate, and set PUBLIC_ORIGIN to its https address',
        ),
      ]
    : [
        well(
          `The page comes by ${url.protocol.slice(0, -1)}, which is as good as the gateway’s ${gateway.protocol.slice(0, -1)}.`,
        ),
      ];
}

function scriptFindings(looked: PageSubject): CheckFinding[] {
  const loaded = loadedBy(looked);
  const strange = looked.page.scripts.filter(
    ({ src }) => src.origin === looked.gateway.origin && !loaded.some(({ tag }) => tag.src === src),
  );
  const findings = [
    ...loaded.map(({ tag, entry }) => addressFinding(tag, entry)),
    ...strange.map(({ src }) =>
      fails(`The page loads ${src.href}, and the gateway has no script there.`, `use one of ${addresses(looked)}`),
    ),
  ];
  return findings.length > 0
    ? findings
    : [
        doubtful(
          'No script of this gateway stands in the page’s markup.',
          'if another script loads it, what is said below is for whichever you load',
        ),
      ];
}

function addressFinding({ src }: ScriptTag, { script }: GatewayScript): CheckFinding {
  const version = /\/version\/(\d+)\//.exec(src.pathname)?.[1];
  if (version !== undefined && (Number(version) < VERSIONS.min || Number(version) > VERSIONS.max)) {
    return fails(
      `${src.href} asks for version ${version} of the interface.`,
      `versions ${VERSIONS.min} to ${VERSIONS.max} are spoken`,
    );
  }
  return well(`${src.pathname} is loaded, which ${SCRIPT_NEEDS[script]?.does ?? 'is one of the gateway’s'}.`);
}

function integrityFindings(looked: PageSubject): CheckFinding[] {
  return loadedBy(looked).flatMap(({ tag: { src, integrity, crossorigin }, entry }) => {
    if (integrity === undefined) {
      return [];
    }
    if (!integrity.split(/\s+/).includes(entry.integrity)) {
      const remedy = `load ${entry.pinned} with integrity="${entry.integrity}"`;
      return [fails(`${src.pathname} is not what the page’s integrity value says: browsers refuse it.`, remedy)];
    }
    if (crossorigin === undefined) {
      return [
        fails(
          `${src.pathname} has an integrity value, and its tag no crossorigin attribute: browsers cannot compare it.`,
          'add crossorigin="anonymous"',
        ),
      ];
    }
    return src.pathname === entry.pinned
      ? [well(`${src.pathname} is held to its integrity value.`)]
      : [
          doubtful(
            `${src.pathname} is held to its integrity value, and may change with the gateway’s next release.`,
            `load ${entry.pinned}, which never changes`,
          ),
        ];
  });
}

/** Each policy of the page must allow the scripts' requests. */
function policyFindings(looked: PageSubject): CheckFinding[] {
  const policies = policiesOf(looked.page);
  if (policies.length === 0) {
    return [well('The page has no Content-Security-Policy, which allows everything.')];
  }
  const loaded = loadedBy(looked);
  const needed = loaded.length > 0 ? loaded : looked.inventory.map((entry) => ({ entry, tag: undefined }));
  const findings = needed.flatMap(({ entry, tag }) =>
    policies.flatMap((policy) => refusedBy(policy, looked, entry.script, tag)),
  );
  const all = [...new Map([...findings, ...policies.flatMap(sandboxFindings)].map((one) => [one.says, one])).values()];
  return all.length > 0
    ? all
    : [well('The page’s Content-Security-Policy allows what its scripts of this gateway need.')];
}

function refusedBy(
  policy: ContentPolicy,
  looked: PageSubject,
  script: string,
  tag: ScriptTag | undefined,
): CheckFinding[] {
  const { gateway, page } = looked;
  const { calls, frames } = SCRIPT_NEEDS[script] ?? {};
  const refused = (directive: string, source: string, isAllowed: (sources: readonly string[]) => boolean) => {
    const found = applicableDirective(policy, directive);
    return found === undefined || isAllowed(found.sources)
      ? []
      : [
          fails(
            `The policy’s ${found.name} keeps ${script}.js from working: it does not allow ${source}.`,
            `add ${source} to ${directive}`,
          ),
        ];
  };
  const toGateway = (sources: readonly string[]) => allowsUrl(sources, gateway, page.url);
  const anyBank = new URL('https://acs.bank.example/');
  const toBanks = (sources: readonly string[]) => allowsUrl(sources, anyBank, page.url);
  return [
    ...refused('script-src-elem', gateway.origin, (sources) => allowsScript(sources, looked, tag)),
    ...(calls ? refused('connect-src', gateway.origin, toGateway) : []),
    ...(frames === undefined ? [] : refused('frame-src', gateway.origin, toGateway)),
    ...(frames === 'BANK' ? refused('frame-src', 'https:', toBanks) : []),
    ...(frames === 'BANK' ? refused('form-action', 'https:', toBanks) : []),
  ];
}

/** A script may be allowed by a nonce or a hash of its tag, or by its address; 'strict-dynamic' ignores addresses. */
function allowsScript(sources: readonly string[], { gateway, page }: PageSubject, tag: ScriptTag | undefined): boolean {
  const named = [
    ...(tag?.nonce === undefined ? [] : [`'nonce-${tag.nonce}'`]),
    ...(tag?.integrity?.split(/\s+/) ?? []).map((value) => `'${value}'`),
  ];
  if (named.some((one) => sources.includes(one))) {
    return true;
  }
  return !sources.includes("'strict-dynamic'") && allowsUrl(sources, tag?.src ?? gateway, page.url);
}

function sandboxFindings(policy: ContentPolicy): CheckFinding[] {
  const allowed = policy.get('sandbox');
  const missing = ['allow-scripts', 'allow-forms', 'allow-same-origin'].filter((one) => !allowed?.includes(one));
  return allowed === undefined || missing.length === 0
    ? []
    : [fails('The policy puts the page into a sandbox.', `add ${missing.join(' ')} to its sandbox directive`)];
}

/** A page with a Cross-Origin-Embedder-Policy shows only frames that opt in, and banks' pages do not. */
function frameFindings({ page: { headers } }: PageSubject): CheckFinding[] {
  const embedder = headers.get('cross-origin-embedder-policy') ?? 'unsafe-none';
  return embedder.startsWith('unsafe-none')
    ? [well('Nothing keeps frames out of the page.')]
    : [
        fails(
          `The page’s Cross-Origin-Embedder-Policy is ${embedder}: neither the gateway’s frames nor a bank’s are shown.`,
          'leave the header out on pages where payers pay',
        ),
      ];
}

function policiesOf({ headers, policies }: FetchedPage): ContentPolicy[] {
  return [headers.get('content-security-policy') ?? '', ...policies].flatMap(readPolicies);
}

function loadedBy({ page, gateway, inventory }: PageSubject): LoadedScript[] {
  return page.scripts.flatMap((tag) => {
    const isOurs = tag.src.origin === gateway.origin;
    const entry = isOurs ? inventory.find((one) => isAt(tag.src.pathname, one)) : undefined;
    return entry === undefined ? [] : [{ tag, entry }];
  });
}

function isAt(path: string, { addresses: known, pinned }: GatewayScript): boolean {
  const segments = path.split('/');
  return (
    path === pinned ||
    known.some((address) => {
      const wanted = address.split('/');
      return (
        wanted.length === segments.length && wanted.every((one, at) => one.startsWith(':') || one === segments[at])
      );
    })
  );
}

function addresses({ inventory }: PageSubject): string {
  return inventory
    .flatMap((entry) => entry.addresses.map((address) => address.replaceAll(/:(\w+)/g, '{$1}')))
    .join(', ');
}
