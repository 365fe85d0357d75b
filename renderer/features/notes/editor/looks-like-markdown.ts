// Whether pasted text is meant as markdown.

/** Signs at the beginning of a line that are hardly ever written by chance. */
const blocks = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}> ?\S/m,
  /^[^\S\r\n\u2028\u2029]*[-*+] (?:\[[ xX]\] )?\S/m,
  /^ {0,3}\d{1,9}[.)] \S.*\n\s*\d{1,9}[.)] \S/m,
  /^ {0,3}\|?[^\r\n\u2028\u2029|]+\|.*\r?\n {0,3}\|?[ \t]*:?-+:?[ \t]*\|/m,
  /^ {0,3}\$\$/m,
  /^ {0,3}\[[^\]\r\n\u2028\u2029]+\]: *\S/m,
  /^ {0,3}\S.*\r?\n {0,3}(?:={3,}|-{3,})[ \t]*$/m,
  /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/m,
] as const;

const inline = [
  /(?<![\p{L}\p{N}\\*])\*\*[^\s*][^*\n]*\*\*/u,
  /!?\[[^[\]\n]+\]\([^\s()]+(?:\s+"[^"\n]*")?\)/,
  /(?<![`\\])`[^`\n]+`(?!`)/,
  /~~[^\s~][^~\n]*~~/,
  /(?<![\\$\p{L}\p{N}])\$(?![\s$])[^$\n]*(?<![\s\\])\$(?![\d$])/u,
  /(?<!\\)\[\^[^\s[\]]+\]/,
  /(?<![\p{L}\p{N}\\*])\*[^\s*][^*\n]*(?<=[^\s*])\*(?![\p{L}\p{N}*])/u,
  /(?<![\p{L}\p{N}\\_])_[^\s_][^_\n]*(?<=[^\s_])_(?![\p{L}\p{N}_])/u,
] as const;

export function looksLikeMarkdown(text: string): boolean {
  return [...blocks, ...inline].some((sign) => sign.test(text)) || holdsDetails(text);
}

/** Whether a line begins HTML that is folded, and a later one ends it. */
function holdsDetails(text: string): boolean {
  const start = text.search(/^ {0,3}<details[\s>]/m);
  return start >= 0 && /^ {0,3}<\/details>/m.test(text.slice(start));
}

/** Whether HTML only says how text looks, as editors of code write it: then its plain text is what was meant. */
export function isOnlyLayout(html: string): boolean {
  return !/<(?:p|h[1-6]|ul|ol|li|table|blockquote|a|strong|b|em|i|img|code|hr|del|s|sup|sub|math|mjx-container)\b/i.test(html);
}

export const isPreformatted = (html: string): boolean => /<pre\b/i.test(html);

/** Whether HTML that only says how text looks has lines with their blanks, as editors of code write it. */
export function keepsBlanks(html: string): boolean {
  return isOnlyLayout(html) && !isPreformatted(html) && /white-space:\s*pre\s*[;"']/i.test(html);
}

/** Modes of VS Code that hold text, and the names that code of some others has in markdown. */
const modesOfText: readonly string[] = ['markdown', 'plaintext', 'mdx', 'quarto', 'rmd', 'git-commit', 'scminput'];
const languageOfMode: Readonly<Record<string, string>> = { javascriptreact: 'jsx', typescriptreact: 'tsx', shellscript: 'sh' };

/** The language of what was copied in VS Code, by its `vscode-editor-data`; null for text, and where it says nothing. */
export function copiedLanguage(editorData: string): string | null {
  const mode = /"mode"\s*:\s*"([\w+#.-]+)"/.exec(editorData)?.[1];
  return mode === undefined || modesOfText.includes(mode) ? null : (languageOfMode[mode] ?? mode);
}

/** An address of the web, and nothing else. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>]+$/.test(text.trim()) && URL.canParse(text.trim());
}
