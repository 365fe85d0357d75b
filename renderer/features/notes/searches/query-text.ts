// What the list of notes is narrowed down to, in the words and operators of the search over everything. Pure.

export interface Narrowed {
  readonly typed: string;
  readonly tags: readonly string[];
  /** Null where no notebook is chosen. */
  readonly notebook: string | null;
  readonly isArchive: boolean;
}

/** A value of an operator: in quotes where it has blanks. Quotes within it cannot be written. */
function valueOf(text: string): string {
  const plain = text.replaceAll(/["“”„‟＂]/g, ' ').trim();
  return /\s/.test(plain) ? `"${plain}"` : plain;
}

export function queryText({ typed, tags, notebook, isArchive }: Narrowed): string {
  const place = notebook === null ? [] : [`in:${valueOf(notebook)}`];
  return [typed, ...tags.map((tag) => `tag:${valueOf(tag)}`), ...place, ...(isArchive ? ['is:archived'] : [])].join(' ');
}
