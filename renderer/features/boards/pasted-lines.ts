// Lines that were pasted where the title of one card is expected. Pure.

/** Each line that says something, without what a list has before its items; up to `most` of them. */
export function pastedLines(text: string, most: number): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .slice(0, most)
    .map((line) => line.slice(0, 500));
}
