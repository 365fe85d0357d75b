// Signs that are text to markdown: those of Obsidian for callouts and marked words, and what stands beside the fence of code. Pure.

/** How a quote begins that is a callout: `[!note]`, with `-` or `+` behind it where it can be folded. */
interface CalloutSign {
  /** Characters of the sign and the blank after it. */
  readonly length: number;
  /** In lower case. */
  readonly kind: string;
  /** Shown where the callout has no title. */
  readonly name: string;
  readonly fold: '-' | '+' | null;
}

/** Null for a text that begins otherwise. */
export function calloutSignOf(text: string): CalloutSign | null {
  const [sign, kind = '', fold] = /^\[!([\p{L}\p{N}_-]{1,40})\]([-+]?)[ \t]*/u.exec(text) ?? [];
  if (sign === undefined) return null;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  return { length: sign.length, kind: kind.toLowerCase(), name, fold: fold === '-' || fold === '+' ? fold : null };
}

/** Words between `==`, with these signs. */
export const highlighted = /==(?=[^\s=])([^=\n\uFFFC]*[^\s=])==/g;

/** The info string of code: what stands before its language, that one, and the rest. */
export interface InfoString {
  readonly before: string;
  readonly language: string;
  readonly rest: string;
}

/** Code that is run as its document is made has its language in braces, with options: `{r setup, echo=FALSE}`. Numbers there are lines. */
const inBraces = /^(\{+\s*(?:#[^\s{}]+\s+)?\.?)([a-z][\w+#-]*)(?=[\s,}])([^]*)$/i;

/** Without braces, the first word is the language; '' where there is none. */
export function infoString(params: string): InfoString {
  const info = params.trim();
  const [, before = '', language = '', rest = ''] = inBraces.exec(info) ?? /^()(\S*)([^]*)$/.exec(info) ?? [];
  return { before, language, rest };
}
