// Links from one note to another, as readers write them: by title, with what tells the note where several have that title.

import { canBeLinked } from '../../../contract/mentions.ts';
import type { PlanNoteLink } from '../plan.ts';
import type { LinkTarget, SourceRange, TextPart } from './link-targets.ts';

/** A link to a note in the place of one of markdown. */
export interface LinkPart extends TextPart, Pick<PlanNoteLink, 'note' | 'title' | 'label'> {}

/** `section`: of the note, with its mark, or ''. */
export function linkPart({ start, end, label }: LinkTarget, to: Pick<PlanNoteLink, 'note' | 'title'>, section = ''): LinkPart {
  return { from: start, to: end, text: wikiLink(to.title, label, section), ...to, label };
}

/** Where these links stand in a text; `offset`: what comes before it. */
export function linksIn(parts: readonly LinkPart[], placed: ReadonlyMap<TextPart, SourceRange>, offset = 0): PlanNoteLink[] {
  return parts.flatMap((part) => {
    const [from, to] = placed.get(part) ?? [];
    const { note, title, label } = part;
    return from === undefined || to === undefined ? [] : [{ from: from + offset, to: to + offset, note, title, label }];
  });
}

/** The same links in a text that holds that of `content`, or parts of it. */
export function linksWithin(text: string | null, content: string, links: readonly PlanNoteLink[]): PlanNoteLink[] {
  let at = 0;
  return links.flatMap((link) => {
    const written = content.slice(link.from, link.to);
    const from = text?.indexOf(written, at) ?? -1;
    if (from < 0) return [];
    at = from + written.length;
    return [{ ...link, from, to: at }];
  });
}

/** A link by the title of a note; `section`: of it, with its mark, or ''. */
function wikiLink(title: string, label: string, section: string): string {
  const shown = label.replaceAll(/[[\]|\n]/g, ' ').trim();
  // A title with a `#` in it is found by itself alone.
  const isWhole = section === '' && canBeLinked(title);
  const name = isWhole ? title : title.replaceAll(/[[\]|#\n]/g, ' ').trim();
  const target = name + section.replaceAll(/[[\]|\n]/g, ' ').trimEnd();
  return shown === '' || shown === target ? `[[${target}]]` : `[[${target}|${shown}]]`;
}
