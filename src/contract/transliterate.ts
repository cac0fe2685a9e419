/**
 * Transliterates a name to the common character set of EMV (Book 4, Annex B), which is printable ASCII, as passports do
 * for Latin, Greek and Cyrillic letters. Other scripts cannot be transliterated by a table.
 */

/** Latin letters without a decomposition in Unicode. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', Ð: 'D', Ø: 'O', Þ: 'TH', ß: 'ss', ẞ: 'SS', æ: 'ae', ð: 'd', ø: 'o', þ: 'th' },
  ...{ Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', ĸ: 'k', Ł: 'L', ł: 'l', Ŋ: 'N', ŋ: 'n', Œ: 'OE', œ: 'oe', Ŧ: 'T' },
  ...{ ŧ: 't', ƀ: 'b', Ɖ: 'D', Ə: 'A', ə: 'a', Ɛ: 'E', ɛ: 'e', Ɔ: 'O', ɔ: 'o', ȷ: 'j', Ɓ: 'B', ɓ: 'b', Ɗ: 'D', ɗ: 'd' },
  ...{ Ƙ: 'K', ƙ: 'k', Ƴ: 'Y', ƴ: 'y', ʼ: "'", ʻ: "'", ʹ: "'", ʿ: "'", ʾ: "'" },
};

/** Greek letters, by ISO 843. */
const GREEK: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
};

/** The second letter of the Greek digraph "ou". */
const GREEK_OU = /(?<=[οΟόΌ])[υύΥΎ]/g;

/** Cyrillic letters, by ICAO Doc 9303, part 3. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia', ё: 'e', є: 'ie', і: 'i', ї: 'i', ґ: 'g', ў: 'u', ђ: 'd' },
  ...{ ѓ: 'g', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ќ: 'k', џ: 'dz', ѕ: 'dz', ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o' },
  ...{ ұ: 'u', ү: 'u', һ: 'h' },
};

/** Typographic characters and blanks. Other punctuation is omitted, because it does not change a name. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '…': '...', '·': '.', '،': ',' },
};

const PRINTABLE = /^[ -~]$/;
const LETTER = /^[\p{L}\p{N}]$/u;
const BLANK = /^[\s\p{Z}]$/u;
const OTHERS = { ...LATIN, ...SIGNS };
const LOWER = { ...GREEK, ...CYRILLIC };

/** @returns undefined if a letter has no transliteration, because an incomplete name must not be sent */
export function transliterate(name: string): string | undefined {
  let written = '';
  for (const sign of name.normalize('NFC').replace(GREEK_OU, 'u')) {
    const spelled = spelling(sign);
    if (spelled === undefined) {
      return undefined;
    }
    written += spelled;
  }
  return written.replace(/ {2,}/g, ' ').trim();
}

function spelling(sign: string): string | undefined {
  if (PRINTABLE.test(sign)) {
    return sign;
  }
  const known = OTHERS[sign] ?? spellLetter(sign);
  if (known !== undefined) {
    return known;
  }
  // Removes the marks of a letter, and converts full-width letters and ligatures to ordinary ones.
  const parts = [...sign.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part));
  const isAtomic = parts.length === 1 && parts[0] === sign;
  if (!isAtomic) {
    const spelled = parts.map(spelling);
    return spelled.includes(undefined) ? undefined : spelled.join('');
  }
  if (BLANK.test(sign)) {
    return ' ';
  }
  return LETTER.test(sign) ? undefined : '';
}

/** A capital letter is spelled with a capital: `Ж` is `Zh`. */
function spellLetter(sign: string): string | undefined {
  const lower = sign.toLowerCase();
  const spelled = LOWER[lower];
  return spelled === undefined || lower === sign ? spelled : spelled.slice(0, 1).toUpperCase() + spelled.slice(1);
}
