// Markdown as lines with their endings, counted as markdown-it counts them.

/** `\n`, `\r\n` and a lone `\r` end a line; each line keeps its ending. */
export function sourceLines(markdown: string): string[] {
  return markdown.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Only what markdown-it takes for blank: spaces and tabs. */
export function isBlankLine(line: string | undefined): boolean {
  // A code above 32 is that of a letter or a sign: most lines begin with one, which is told without the expression.
  return line !== undefined && !(line.charCodeAt(0) > 32) && /^[ \t]*[\r\n]*$/.test(line);
}
