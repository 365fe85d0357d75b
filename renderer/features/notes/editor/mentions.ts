// Tags and links that stand in the text are chips to those who read it. The text stays as it is typed: they are decorations, and where
// the cursor is all of it is shown.

import type { Node, ResolvedPos } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view';
import {
  mentionsIn,
  saysNote,
  splitTarget,
  type LinkMention,
  type Mention,
  type TitleMention,
} from '../../../../main/contract/mentions.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { noTargets, standingOf, type LinkTargets } from '../../../ui/links/link-targets.ts';
import { strings } from '../strings.ts';
import { tagHref } from '../tags/tag-address.ts';
import { htmlElement } from '../views/element.ts';
import { decorationsInSight, eachTextblockInSight, hiddenSigns, isDecorated, type Draw, type StyledRange } from './in-sight.ts';

const { marks } = noteSchema;

interface Known {
  readonly targets: LinkTargets;
  /** Whether the user has put the cursor somewhere: at first it is at the beginning, which says nothing. */
  readonly hasCursor: boolean;
}

const key = new PluginKey<Known>('mention-targets');

/** A tag of more letters can be wider than the text on a small screen. */
const longTag = 30;

const knownIn = (state: EditorState): Known => key.getState(state) ?? { targets: noTargets, hasCursor: false };

/** What is known of where the links of the note lead. */
export const targetsOf = (state: EditorState): LinkTargets => knownIn(state).targets;

/** Tells the editor where links lead. */
export function tellTargets(view: EditorView, targets: LinkTargets): void {
  if (targetsOf(view.state) !== targets) view.dispatch(view.state.tr.setMeta(key, { targets }).setMeta('addToHistory', false));
}

/** The mention that a position lies in or at the edge of, with positions of the document; null outside of any. */
function mentionAt($pos: ResolvedPos): Mention | null {
  const { parent, parentOffset } = $pos;
  if (!parent.isTextblock || parent.type.spec.code === true) return null;
  const found = mentionsIn(parent).find(({ from, to }) => from <= parentOffset && parentOffset <= to);
  return found === undefined ? null : { ...found, from: $pos.start() + found.from, to: $pos.start() + found.to };
}

/** Whether it leads somewhere, or says that it should: a link of markdown without `.md` may have been meant for anything. */
function leads(mention: Mention, targets: LinkTargets): boolean {
  return mention.kind !== 'file' || saysNote(mention.target) || standingOf(mention, targets).state === 'there';
}

/** As `mentionAt`, without links of markdown that are none to a note. */
export function leadingMentionAt(state: EditorState, pos: number): Mention | null {
  const mention = mentionAt(state.doc.resolve(Math.min(pos, state.doc.content.size)));
  return mention !== null && leads(mention, targetsOf(state)) ? mention : null;
}

/** `beside` asks for the other side of the page. */
type Opener = (mention: Mention, view: EditorView, beside: boolean) => void;

const openers = new WeakMap<EditorView, Opener>();

/** What is done when a mention of this editor is followed. */
export function followsMentions(view: EditorView, open: Opener): void {
  openers.set(view, open);
}

/** Follows a mention; false where nothing does. */
export function followMention(view: EditorView, mention: Mention, beside = false): boolean {
  const open = openers.get(view);
  open?.(mention, view, beside);
  return open !== undefined;
}

/** Follows the tag or link at the cursor. */
export const followAtCursor =
  (beside: boolean): Command =>
  (state, dispatch, view) => {
    const mention = state.selection.empty ? leadingMentionAt(state, state.selection.from) : null;
    if (mention === null || view === undefined) return false;
    return dispatch === undefined || followMention(view, mention, beside);
  };

/** What the chips say that are drawn beside the text. */
const drawnMentions = new WeakMap<Element, LinkMention>();

/** A chip for a link that is drawn elsewhere than it stands in the text; `text` is all of it. As others, it tells where it leads. */
export function drawnChip({ state }: EditorView, mention: LinkMention, text: string): HTMLAnchorElement {
  const chip = htmlElement('a', { 'data-text': mention.kind === 'title' ? mention.shown || mention.target : text });
  drawnMentions.set(chip, mention);
  showStanding(chip, mention, targetsOf(state));
  return chip;
}

function showStanding(chip: HTMLAnchorElement, mention: LinkMention, targets: LinkTargets): void {
  const standing = standingOf(mention, targets);
  const isRecord = mention.kind === 'record';
  const isNothing = standing.state === 'nothing';
  chip.className = `mention mention-${isRecord ? mention.type : 'note'} drawn-chip${isNothing ? ' mention-nothing' : ''}`;
  chip.href = maybeNotePath(mention, targets) ?? (isRecord ? `daybook://${mention.type}/${mention.id}` : '/notes');
  chip.textContent = isRecord && standing.state === 'there' ? standing.title : (chip.dataset['text'] ?? '');
}

/** Has the chips that are drawn beside the text tell what has become known of where they lead. */
function showStandings({ dom, state }: EditorView): void {
  for (const chip of dom.querySelectorAll<HTMLAnchorElement>('a.drawn-chip')) {
    const mention = drawnMentions.get(chip);
    if (mention !== undefined) showStanding(chip, mention, targetsOf(state));
  }
}

/** The mention whose chip an event happened on; null elsewhere. */
export function mentionUnder(view: EditorView, { target }: Event): Mention | null {
  const chip = target instanceof Element ? target.closest('.mention') : null;
  if (chip === null || !view.dom.contains(chip)) return null;
  const drawn = drawnMentions.get(chip);
  if (drawn !== undefined) return drawn;
  return mentionAt(view.state.doc.resolve(view.posAtDOM(chip, 0)));
}

/** The path of the note to which a link leads; null where it leads to nothing, to no note, or the service has not told yet. */
export function maybeNotePath(mention: Mention, targets: LinkTargets): string | null {
  if (mention.kind === 'tag' || (mention.kind === 'record' && mention.type !== 'note')) return null;
  const standing = standingOf(mention, targets);
  if (standing.state !== 'there') return null;
  const section = mention.kind === 'record' ? null : splitTarget(mention.target).section;
  return `/notes/${standing.id}${section === null ? '' : `#${encodeURIComponent(section)}`}`;
}

/** Where what a link by title shows begins; `text` is all of it. */
export const shownFrom = ({ from, shown }: TitleMention, text: string): number =>
  from + (shown === null || shown === '' ? 2 : text.indexOf('|') + 1);

/** The chip of a link, its first part if marks divide it; null where the source is shown, or nothing. */
export function maybeChip(view: EditorView, mention: LinkMention): Element | null {
  const { from, to } = mention;
  const start = mention.kind === 'title' ? shownFrom(mention, view.state.doc.textBetween(from, to, '', ' ')) : from;
  const { node } = view.domAtPos(start, 1);
  return (node instanceof Element ? node : node.parentElement)?.closest('.mention') ?? null;
}

/** Where a link by title begins in a block, with the `!` that puts what it names in its place. */
export const sourceFrom = (block: Node, { kind, from }: Mention): number =>
  kind === 'title' && from > 0 && block.textBetween(from - 1, from, '', ' ') === '!' ? from - 1 : from;

/** A chip whose signs are hidden: of `[[Title|shown]]` all but what is shown. */
function titleParts(mention: TitleMention, block: Node, targets: LinkTargets): readonly StyledRange[] {
  const { from, to, shown } = mention;
  const text = block.textBetween(from, to, '', ' ');
  const isNothing = standingOf(mention, targets).state === 'nothing';
  const start = shownFrom(mention, text);
  const end = to - 2 - (shown === '' ? text.length - 2 - text.indexOf('|') : 0);
  const attrs: Record<string, string> = {
    nodeName: 'a',
    class: `mention mention-note${isNothing ? ' mention-nothing' : ''}`,
    href: maybeNotePath(mention, targets) ?? '/notes',
  };
  return [...hiddenSigns(sourceFrom(block, mention), start, 'first'), { from: start, to: end, attrs }, ...hiddenSigns(end, to, 'last')];
}

function partsOf(mention: Mention, block: Node, targets: LinkTargets): readonly StyledRange[] {
  const { from, to } = mention;
  if (mention.kind === 'tag') {
    const named = mention.tag.length > longTag ? 'mention mention-tag mention-long' : 'mention mention-tag';
    return [{ from, to, attrs: { nodeName: 'a', class: named, href: tagHref(mention.tag) } }];
  }
  if (mention.kind === 'title') return titleParts(mention, block, targets);
  const standing = standingOf(mention, targets);
  const type = mention.kind === 'file' ? 'note' : mention.type;
  const named = `mention mention-${type}${standing.state === 'nothing' ? ' mention-nothing' : ''}`;
  // What notes hold is shown beside the chip.
  const title = standing.state === 'nothing' && type !== 'note' ? { title: strings.linkToGone } : {};
  const isInLink = mention.kind === 'file' || block.nodeAt(from)?.marks.some((mark) => mark.type === marks.link) === true;
  const path = maybeNotePath(mention, targets);
  // The link that it lies in has the address as it is written, which leads a browser nowhere.
  if (isInLink) return [{ from, to, attrs: { class: named, ...(path === null ? {} : { nodeName: 'a', href: path }), ...title } }];
  const href = path ?? `daybook://${type}/${mention.id}`;
  const shown = standing.state === 'there' ? { class: `${named} mention-address`, 'data-title': standing.title } : { class: named };
  return [{ from, to, attrs: { nodeName: 'a', href, ...shown, ...title } }];
}

const draw: Draw = (view, shown) => {
  const { targets } = knownIn(view.state);
  const found: Decoration[] = [];
  eachTextblockInSight(view, (block, start) => {
    for (const mention of mentionsIn(block).filter((each) => leads(each, targets)))
      for (const { from, to, attrs } of partsOf(mention, block, targets))
        if (from < to) found.push(Decoration.inline(start + from, start + to, attrs, { key: JSON.stringify(attrs) }));
  });
  return isDecorated(found, shown) ? null : found;
};

/** As `mentionAt`, from the `!` before it on. */
function mentionHere($pos: ResolvedPos): Mention | null {
  const { parent, doc, pos } = $pos;
  const next = $pos.parentOffset < parent.content.size ? mentionAt(doc.resolve(pos + 1)) : null;
  const mention = mentionAt($pos) ?? (next?.from === pos + 1 ? next : null);
  if (mention === null) return null;
  const from = $pos.start() + sourceFrom(parent, { ...mention, from: mention.from - $pos.start() });
  return from <= pos ? { ...mention, from } : null;
}

/** All but what the cursor is at: there the text is as it was typed. */
function besidesCursor(): (set: DecorationSet, state: EditorState) => DecorationSet {
  let known: { readonly set: DecorationSet; readonly from: number; readonly to: number; readonly shown: DecorationSet } | null = null;
  return (set, state) => {
    const { selection } = state;
    if (!knownIn(state).hasCursor || !(selection instanceof TextSelection) || !selection.empty) return set;
    const mention = mentionHere(selection.$from);
    if (mention === null) {
      // What has been one before the change that was made last: within what is hidden browsers put no cursor, but in the text before it.
      const past = set.find(selection.from, selection.from);
      return past.length === 0 ? set : set.remove(past);
    }
    // Of a link to a file nothing is hidden.
    if (mention.kind === 'tag' || mention.kind === 'file') return set;
    const { from, to } = mention;
    if (known?.set !== set || known.from !== from || known.to !== to) {
      const here = set.find(from, to).filter((each) => each.from >= from && each.to <= to);
      known = { set, from, to, shown: here.length === 0 ? set : set.remove(here) };
    }
    return known.shown;
  };
}

export function mentionPlugins(): Plugin[] {
  return [
    new Plugin<Known>({
      key,
      state: {
        init: () => ({ targets: noTargets, hasCursor: false }),
        apply: (tr, known) => {
          const told = tr.getMeta(key) as Partial<Known> | undefined;
          if (told !== undefined) return { ...known, ...told };
          return known.hasCursor || !tr.selectionSet ? known : { ...known, hasCursor: true };
        },
      },
      view: () => ({
        update: (view, before) => {
          if (targetsOf(view.state) !== targetsOf(before)) showStandings(view);
        },
      }),
    }),
    decorationsInSight('mentions', () => draw, {
      isStale: (state, before) => targetsOf(state) !== targetsOf(before),
      shown: besidesCursor(),
    }),
  ];
}
