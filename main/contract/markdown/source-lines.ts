// Markdown as lines with their endings, counted as markdown-it counts them.

/** `\n`, `\r\n` and a lone `\r` end a line; each line keeps its ending. */
export function sourceLines(markdown: string): string[] {
  return markdown.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Only what markdown-it takes for blank: spaces and tabs. */
export function isBlankLine(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]*[\r\n]*$/.test(line);
}
