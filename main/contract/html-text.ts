// The text around the hits of a search. The service sends it as HTML with <mark> and nothing else; it is read, never put into the page as
// such.

export interface SnippetPart {
  readonly text: string;
  readonly marked: boolean;
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/**
 * The parts of a snippet in their order. Any tag but `<mark>` is shown as the text that it is. Where there is little room, `lead` is how
 * many characters stand before the first mark: what comes before them is left out by words.
 */
export function snippetParts(html: string, lead = Infinity): SnippetPart[] {
  let marked = false;
  const parts: SnippetPart[] = [];
  for (const piece of html.split(/(<\/?mark>)/)) {
    if (piece === '<mark>') marked = true;
    else if (piece === '</mark>') marked = false;
    else if (piece !== '') parts.push({ text: piece.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity), marked });
  }
  const [first, second] = parts;
  if (first === undefined || first.marked || second === undefined || first.text.length <= lead) return parts;
  const kept = first.text.slice(-lead);
  const cut = kept.search(/\s/u);
  return [{ text: `…${cut < 0 ? kept : kept.slice(cut + 1)}`, marked: false }, ...parts.slice(1)];
}
