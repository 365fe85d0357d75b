// Text in HTML. The snippet of a hit is HTML with <mark> and nothing else; clients read it, and put it nowhere as such.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);

/** Text as it can stand in HTML or XML, also within quotation marks. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const unescape = (html: string): string => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);

export interface SnippetPart {
  readonly text: string;
  readonly marked: boolean;
}

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
    else if (piece !== '') parts.push({ text: unescape(piece), marked });
  }
  const [first, second] = parts;
  if (first === undefined || first.marked || second === undefined || first.text.length <= lead) return parts;
  const kept = first.text.slice(-lead);
  const cut = kept.search(/\s/u);
  return [{ text: `…${cut < 0 ? kept : kept.slice(cut + 1)}`, marked: false }, ...parts.slice(1)];
}

/** A snippet as text, without its marks. */
export const snippetText = (html: string): string => unescape(html.replace(/<\/?mark>/g, ''));
