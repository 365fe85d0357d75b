// The text around the hits of a search. The service sends it as HTML with <mark> and nothing else; it is read, never put into the page as
// such.

export interface SnippetPart {
  readonly text: string;
  readonly marked: boolean;
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The parts of a snippet in their order. Any tag but `<mark>` is shown as the text that it is. */
export function snippetParts(html: string): SnippetPart[] {
  let marked = false;
  const parts: SnippetPart[] = [];
  for (const piece of html.split(/(<\/?mark>)/)) {
    if (piece === '<mark>') marked = true;
    else if (piece === '</mark>') marked = false;
    else if (piece !== '') parts.push({ text: piece.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity), marked });
  }
  return parts;
}
