// Segments of text under marks into a row of pieces: texts, delimiters that open and close, and finished markdown between them.

import type { Mark, Node } from 'prosemirror-model';
import { noteSchema as schema } from '../../note-schema.ts';
import { isEmphasis, type LineBreaks, type Segment } from './inline-segments.ts';
import { altText } from '../inline-nodes.ts';
import { emphasisAround } from './link-runs.ts';
import { autolinkSource, destination, labelOf, linkAddress, titleSource, type LinkAddress } from './link-source.ts';
import type { References } from '../references.ts';
import { tokenizer } from '../tokenizer.ts';

export type InlinePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'break'; readonly source: string }
  /** `[label]`: when what follows would be taken for a part of it, `[label][label]`. */
  | { readonly kind: 'shortcut'; readonly source: string; readonly full: string }
  | { readonly kind: 'image'; readonly alt: string; readonly target: string }
  /** What opens emphasis at a segment or closes it behind one. Which characters it is made of is decided when it is written. */
  | { readonly kind: 'open' | 'close'; readonly mark: Mark; readonly at: number };

/** A mark, and the last segment that it goes on to. */
interface Reach {
  readonly mark: Mark;
  readonly end: number;
}

interface Open extends Reach {
  /** Null for emphasis. */
  readonly close: string | null;
}

/** Raw markup on one line, or at least without a blank line, which would end the paragraph. */
const rawSource = (source: string, breaks: LineBreaks): string => {
  const lines = source.split(/\r\n|\r|\n/);
  return breaks === 'tags' ? lines.join(' ') : lines.filter((line) => line.trim() !== '').join('\n');
};

function codeSpan(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const padded = text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text));
  return padded ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** How far each mark of each segment reaches. */
function reaches(segments: readonly Segment[]): number[][] {
  const ends: number[][] = segments.map(() => []);
  for (let index = segments.length - 1; index >= 0; index--) {
    const next = segments[index + 1]?.marks ?? [];
    ends[index] = (segments[index]?.marks ?? []).map((mark) => {
      const same = next.findIndex((other) => other.eq(mark));
      return same < 0 ? index : (ends[index + 1]?.[same] ?? index);
    });
  }
  return ends;
}

/** Turns segments into pieces; thrown away afterwards. */
export class PieceBuilder {
  readonly pieces: InlinePiece[] = [];
  private active: Open[] = [];
  private readonly segments: readonly Segment[];
  private readonly ends: readonly (readonly number[])[];
  private readonly references: References;
  private readonly breaks: LineBreaks;

  constructor(segments: readonly Segment[], references: References, breaks: LineBreaks) {
    this.segments = segments;
    this.ends = reaches(segments);
    this.references = references;
    this.breaks = breaks;
  }

  build(): readonly InlinePiece[] {
    for (let index = 0; index < this.segments.length;) index = this.addFrom(index);
    this.closeDownTo(0, this.segments.length);
    return this.pieces;
  }

  private closeDownTo(count: number, before: number): void {
    while (this.active.length > count) {
      const top = this.active.pop();
      if (top === undefined) return;
      this.pieces.push(top.close === null ? { kind: 'close', mark: top.mark, at: before - 1 } : { kind: 'source', source: top.close });
    }
  }

  /** Adds the segment, or several at once for a link that is written by its label; returns the next one. */
  private addFrom(index: number): number {
    const segment = this.segments[index];
    if (segment === undefined) return index + 1;
    const wanted = segment.marks.map((mark, at): Reach => ({ mark, end: this.ends[index]?.[at] ?? index }));
    let keep = this.active.findIndex((open) => !wanted.some(({ mark }) => mark.eq(open.mark)));
    if (keep < 0) keep = this.active.length;
    const isActive = ({ mark }: Reach): boolean => this.active.slice(0, keep).some((open) => open.mark.eq(mark));
    const link = wanted.find((reach) => !isEmphasis(reach.mark) && !isActive(reach));
    // A link is not cut in two: emphasis that ends within it is closed before it and opened again inside.
    if (link !== undefined) while (keep > 0 && (this.active[keep - 1]?.end ?? 0) < link.end) keep--;
    this.closeDownTo(keep, index);
    const emphasis = wanted
      .filter((reach) => isEmphasis(reach.mark) && !isActive(reach))
      .toSorted(
        (a, b) =>
          b.end - a.end ||
          a.mark.type.name.localeCompare(b.mark.type.name) ||
          Number(a.mark.attrs['depth']) - Number(b.mark.attrs['depth']),
      );
    if (link === undefined) this.openAll(emphasis, index);
    else {
      const outer = emphasis.filter(({ end }) => end >= link.end);
      const next = this.addLink(link, index, outer);
      if (next !== null) return next;
      this.openAll(
        emphasis.filter(({ end }) => end <= link.end),
        index,
      );
    }
    this.addLeaf(segment);
    return index + 1;
  }

  private openAll(emphasis: readonly Reach[], at: number): void {
    for (const { mark, end } of emphasis) {
      this.active.push({ mark, end, close: null });
      this.pieces.push({ kind: 'open', mark, at });
    }
  }

  /**
   * `outer` is emphasis that may go around the link as well. Null when the link was opened and its text is still to come, or else the
   * segment after it.
   */
  private addLink({ mark, end }: Reach, index: number, outer: readonly Reach[]): number | null {
    const target = linkAddress(mark.attrs);
    const segment = this.segments[index];
    const address = segment?.kind === 'text' && end === index ? autolinkSource(segment.text, target) : null;
    if (address !== null) return this.addFinished({ kind: 'source', source: `<${address}>` }, index, end, outer);
    const label = labelOf(target, this.references, this.breaks);
    const around = label === null ? null : emphasisAround(this.segments, index, end, label.label);
    if (label !== null && around !== null) {
      const source = `[${label.label}]`;
      const piece: InlinePiece = label.collapsed
        ? { kind: 'source', source: `${source}[]` }
        : { kind: 'shortcut', source, full: `${source}${source}` };
      return this.addFinished(
        piece,
        index,
        end,
        outer.filter((reach) => reach.mark.isInSet(around)),
      );
    }
    this.openAll(
      outer.filter((reach) => reach.end > end),
      index,
    );
    this.pieces.push({ kind: 'source', source: '[' });
    const close = label === null ? `](${destination(target.href)}${titleSource(target.title)})` : `][${label.label}]`;
    this.active.push({ mark, end, close });
    return null;
  }

  private addFinished(piece: InlinePiece, start: number, end: number, around: readonly Reach[]): number {
    this.openAll(around, start);
    this.pieces.push(piece);
    return end + 1;
  }

  private addLeaf(segment: Segment): void {
    switch (segment.kind) {
      case 'text':
        this.pieces.push({ kind: 'text', text: segment.text });
        break;
      case 'code':
        this.pieces.push({ kind: 'source', source: codeSpan(segment.text) });
        break;
      case 'soft':
        this.pieces.push({ kind: 'break', source: '\n' });
        break;
      case 'hard':
        this.pieces.push({ kind: 'break', source: '\\\n' });
        break;
      case 'solid':
        if (segment.node?.type === schema.nodes.image) this.addImage(segment.node);
        else
          this.pieces.push({
            kind: 'source',
            source: segment.node?.type === schema.nodes.raw_inline ? rawSource(String(segment.node.attrs['source']), this.breaks) : '<br>',
          });
    }
  }

  private addImage(node: Node): void {
    const target: LinkAddress = linkAddress(node.attrs);
    const alt = String(node.attrs['alt']);
    const label = labelOf(target, this.references, this.breaks);
    if (label === null) {
      this.pieces.push({ kind: 'image', alt, target: `](${destination(target.href)}${titleSource(target.title)})` });
      return;
    }
    const source = `[${label.label}]`;
    const [token] = tokenizer.parseInline(label.label, {});
    if (label.label.startsWith('^') || altText(token?.children ?? []) !== alt)
      this.pieces.push({ kind: 'image', alt, target: `]${source}` });
    else
      this.pieces.push(
        label.collapsed
          ? { kind: 'source', source: `!${source}[]` }
          : { kind: 'shortcut', source: `!${source}`, full: `!${source}${source}` },
      );
  }
}
