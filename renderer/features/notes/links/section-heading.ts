// Which heading the section of a link names. Pure.

import { foldName } from '../../../../main/contract/mentions.ts';

/** What GitHub and others make of a heading in an address: `my-heading`. */
const anchorOf = (heading: string): string =>
  foldName(heading)
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** The first of these headings that a section names, by its text, else by what an address makes of it; -1 for none. */
export function headingNamed(headings: readonly string[], section: string): number {
  const wanted = foldName(section.split('#').at(-1) ?? '');
  if (wanted === '') return -1;
  const index = headings.findIndex((heading) => foldName(heading) === wanted);
  return index >= 0 ? index : headings.findIndex((heading) => anchorOf(heading) === wanted);
}
