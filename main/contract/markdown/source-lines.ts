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

/** A line without the spaces and tabs around what it says. */
export function trimBlanks(line: string): string {
  const isBlank = (at: number): boolean => line.charCodeAt(at) === 0x20 || line.charCodeAt(at) === 0x09;
  let [start, end] = [0, line.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return line.slice(start, end);
}

const fence = /^---[ \t]*$/;
/** How a key begins: by a letter, number, quote or hyphen, by any sign beyond ASCII, or by `$`, `@` or `.` before one of these. */
const keyStart = String.raw`[$@.]?(?:[\w"'-]|[^\p{ASCII}\s])`;
const looksLikeYaml = new RegExp(String.raw`^\s*(?:#|${keyStart})`, 'u');
const hasKey = new RegExp(String.raw`(?:^|\n)${keyStart}[^\n]*:(?:\s|$)`, 'u');

/** A mapping in braces: `{}`, `{a: 1}`. */
const opensMapping = new RegExp(String.raw`^\s*\{\s*(?:\}\s*$|${keyStart}[^\n}]*:)`, 'u');

/** Whether it can be the properties of a note: none, or some. */
function isMapping(text: string): boolean {
  const isFlow = opensMapping.test(text) && text.trimEnd().endsWith('}');
  return isFlow || /^[ \t\n]*$/.test(text) || (looksLikeYaml.test(text) && hasKey.test(text));
}

/** YAML between two lines of `---` at the very start of a note. */
interface FrontMatter {
  /** The lines of the whole, fences included. */
  readonly lines: number;
  /** What stands between the fences, lines joined by `\n`. */
  readonly text: string;
}

/** The front matter that these lines (with their endings) begin with. Two rules around anything but YAML are no front matter. */
export function frontMatterOf(lines: readonly string[]): FrontMatter | null {
  const bare = (line: string): string => line.replace(/[\r\n]+$/, '');
  if (lines[0] === undefined || !/^---[ \t]*[\r\n]/.test(lines[0])) return null;
  const close = lines.findIndex((line, index) => index > 0 && fence.test(bare(line)));
  if (close < 0) return null;
  const text = lines.slice(1, close).map(bare).join('\n');
  return isMapping(text) ? { lines: close + 1, text } : null;
}
