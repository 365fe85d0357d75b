/** The longest title that is made of a question, in UTF-16 units. */
const longest = 80;

/** A title for the answer to a question: its first line that says something, cut between words; `fallback` if there is none. */
export function titleFor(question: string, fallback: string): string {
  const line =
    question
      .split('\n')
      .map((part) => part.replace(/^[#>*\-\s]+/, '').trim())
      .find((part) => part !== '') ?? fallback;
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '');
  const end = cut.lastIndexOf(' ');
  return `${(end > longest / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
