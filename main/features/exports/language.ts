// The language of a text, guessed: screen readers and spell checkers want to be told one.

import { franc } from 'franc-min';

/** By ISO 639-3, as franc names them; the rest of what it knows is left to `fallback`. */
const tags: Readonly<Record<string, string>> = {
  arb: 'ar',
  ben: 'bn',
  bul: 'bg',
  ces: 'cs',
  cmn: 'zh-CN',
  dan: 'da',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fin: 'fi',
  fra: 'fr',
  heb: 'he',
  hin: 'hi',
  hrv: 'hr',
  hun: 'hu',
  ind: 'id',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  nld: 'nl',
  pes: 'fa',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  tha: 'th',
  tur: 'tr',
  ukr: 'uk',
  urd: 'ur',
  vie: 'vi',
};

const fallback = 'en';

/** A BCP 47 tag. `en` where there is too little text to tell. */
export function languageOf(text: string): string {
  return tags[franc(text.slice(0, 20_000), { minLength: 60, only: Object.keys(tags) })] ?? fallback;
}

export const isRightToLeft = (language: string): boolean => ['ar', 'fa', 'he', 'ur'].includes(language);
