// Text for people: one record a line, in columns.

/** Without what would move the cursor or change the terminal; `keep` names control characters that stay. */
export function clean(text: string, keep = ''): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) => (keep.includes(character) ? character : ' '));
}

/** How many columns of a terminal a text takes: East Asian letters and pictures take two, marks upon letters none. */
function width(text: string): number {
  let columns = 0;
  for (const character of text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, ''))
    columns += /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}]/u.test(
      character,
    )
      ? 2
      : 1;
  return columns;
}

/** Rows with each column as wide as its widest cell, two blanks between; a cell is one line. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => clean(cell).replace(/ {2,}/g, ' ').trim()));
  const widths: number[] = [];
  for (const row of cells) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The rows, or `nothing` if there are none; and how many more there are than shown. */
export function listing(rows: readonly (readonly string[])[], total: number, nothing: string): string {
  if (rows.length === 0) return nothing;
  return total > rows.length ? `${aligned(rows)}\n… and ${total - rows.length} more` : aligned(rows);
}
