// The words of a question that tell what it is about. Pure.

import { folded } from '../../lib/folded.ts';

export interface Word {
  /** As it stands in a folded text; the beginning of one where `isStem`. */
  readonly text: string;
  /** Words that begin like this count as well. */
  readonly isStem: boolean;
}

/** Words that are looked for: each costs a search. */
const maxWords = 8;

/** Words of questions themselves, which nearly every text holds; of languages that use spaces. */
const common = new Set(
  (
    'a an the and or but if of to in on at by for from with about into over after before between is are was were be been ' +
    'being am do does did done have has had having i me my mine we us our you your he she it its they them their this that ' +
    'these those there here what which who whom whose when where why how can could should would will shall may might must ' +
    'not no any some all as so than then too very just also only again please tell show find give list say said know whats ' +
    'many much more most last next der die das den dem des ein eine einen einem einer und oder aber wenn von zu zum zur im ' +
    'auf bei mit nach aus für über unter ist sind war waren sein habe hat hatte haben ich mich mir mein meine wir uns unser ' +
    'du dein er sie es ihr welche welcher welches wer wen wem wann wo warum wie kann können soll nicht kein keine auch nur ' +
    'noch schon bitte viel viele le la les un une et ou de à au aux dans sur par pour avec est sont était ai avons ont je ' +
    'mon ma mes nous il elle ce cette que qui quoi quand où pourquoi comment quel quelle quels quelles pas ne el los las ' +
    'una unos y o del al en con por para son era fue ha han yo mi mis qué quién cuándo dónde cómo cuál cuáles'
  ).split(' '),
);

/** Endings of English, German and other words: what is left of them still finds the others. */
const endings = /(?:'s|’s|ings?|edly|ed|ies|es|s|en|er|e)$/u;
const leastStem = 4;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** At most 8, the longest first where there are more; none for a question of common words alone. */
export function questionWords(question: string): Word[] {
  const found = new Map<string, Word>();
  for (const { segment, isWordLike } of segmenter.segment(question)) {
    const lower = segment.toLowerCase();
    const text = folded(segment);
    if (isWordLike !== true || common.has(lower) || common.has(text) || !/[\p{L}\p{N}]/u.test(text)) continue;
    const stem = /^\p{L}+(?:['’]\p{L}+)?$/u.test(text) && !isDense(text) ? text.replace(endings, '') : text;
    const word = stem.length >= leastStem ? { text: stem, isStem: true } : { text, isStem: isDense(text) };
    if (text.length > 1 || isDense(text) || /\p{N}/u.test(text)) found.set(word.text, word);
  }
  const words = [...found.values()];
  return words.length <= maxWords ? words : words.toSorted((a, b) => b.text.length - a.text.length).slice(0, maxWords);
}

/** Written without spaces: a word stands anywhere. */
function isDense(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}

/** Whether a folded text holds the word. */
export function holds(text: string, { text: word, isStem }: Word): boolean {
  if (isDense(word)) return text.includes(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = at === 0 ? '' : text.charAt(at - 1);
    const after = text.charAt(at + word.length);
    if (!/[\p{L}\p{N}]/u.test(before) && (isStem || !/[\p{L}\p{N}]/u.test(after))) return true;
  }
  return false;
}

/** Where the first of these words stands in a text as it is written; null if none does. */
export function maybePlaceOf(text: string, words: readonly Word[]): number | null {
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    const plain = folded(segment);
    if (words.some((word) => holds(plain, word))) return index;
  }
  return null;
}
