/**
 * Finds out which store answers a request, by its path alone: calls of merchants name the merchant, and the ids in
 * payers' addresses name their store. All other paths belong to the first store.
 */
import { storeOfAuthenticationState, storeOfId } from '../../platform/store-ids.ts';

/** The merchant, whose store the directory has, or the number of the store. */
export type Destination = { readonly merchant: string } | { readonly store: number };

type Segments = readonly (string | undefined)[];

/** Below `/form/version/:version/merchant/:merchant/`. Scripts at the same place are those of the release. */
const FORM_RESOURCES: ReadonlySet<string | undefined> = new Set(['card', 'checkout', 'field', 'session']);
/** Below `/checkout/`, each with an id. */
const CHECKOUT_PAGES: ReadonlySet<string | undefined> = new Set([
  'apple-pay',
  'cancel',
  'card',
  'cards',
  'choice',
  'device',
  'done',
  'entry',
  'link',
  'logo',
  'pay',
  'return',
  'status',
  'withdraw',
]);

/**
 * A merchant's call, as almost all are: without an encoded character up to the end of the id. It is found here in a
 * third of the time that the segments take.
 */
const PLAIN_CALL = /^\/api\/rest\/version\/[^/?#%]*\/merchant\/([^/?#%]+)(?=[/?#]|$)/;

/** A finder for each first segment. The segment before the first slash is empty. */
const FINDERS: Readonly<Record<string, (segments: Segments) => Destination | undefined>> = {
  api: ([, , rest, version, , merchant, id]) =>
    rest === 'rest' && version === 'version' && merchant === 'merchant' ? ofMerchant(id) : undefined,
  form: ([, , version, , merchant, id, resource]) =>
    version === 'version' && merchant === 'merchant' && FORM_RESOURCES.has(resource) ? ofMerchant(id) : undefined,
  callback: ([, , , merchant]) => ofMerchant(merchant),
  redirect: ([, , handle]) => ofId(handle),
  return: ([, , state]) => ofId(state),
  checkout: ([, , page, id, idOfEmbedded]) => {
    if (page === 'authentication') {
      return ofStore(id === undefined ? undefined : storeOfAuthenticationState(id));
    }
    return page === 'embedded' ? ofId(idOfEmbedded) : CHECKOUT_PAGES.has(page) ? ofId(id) : undefined;
  },
};

/**
 * @param url path and query, as in the request line
 * @returns undefined if the first store answers
 */
export function destinationOf(url: string): Destination | undefined {
  const call = PLAIN_CALL.exec(url);
  if (call !== null) {
    return ofMerchant(call[1]);
  }
  const segments = segmentsOf(url);
  const [, first] = segments;
  return first !== undefined && Object.hasOwn(FINDERS, first) ? FINDERS[first]?.(segments) : undefined;
}

/** The number of segments that finders read, from the one before the first slash on. */
const SEGMENTS_MAX = 7;
const END_OF_PATH = /[?#]/;

/** Decodes each segment once, as the router does. A path that cannot be decoded has no segments. */
function segmentsOf(url: string): Segments {
  const end = url.search(END_OF_PATH);
  const segments = (end === -1 ? url : url.slice(0, end)).split('/', SEGMENTS_MAX);
  if (!url.includes('%')) {
    return segments;
  }
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return [];
  }
}

function ofMerchant(merchant: string | undefined): Destination | undefined {
  return merchant === undefined || merchant === '' ? undefined : { merchant };
}

function ofId(id: string | undefined): Destination | undefined {
  return ofStore(id === undefined ? undefined : storeOfId(id));
}

function ofStore(store: number | undefined): Destination | undefined {
  return store === undefined ? undefined : { store };
}
