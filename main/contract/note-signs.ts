// Signs of Obsidian that are text to markdown: callouts and marked words. Pure.

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
