import type { EditorView } from 'prosemirror-view';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  foldName,
  splitTarget,
  type FileMention,
  type LinkMention,
  type Mention,
  type TitleMention,
} from '../../../../main/contract/mentions.ts';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { askRecordPath } from '../../../actions/record-path.ts';
import { ServiceError, UnreachableError } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { created } from '../../../api/undoable.ts';
import { standingOf, targetsIn, type MentionTarget } from '../../../ui/links/link-targets.ts';
import { notify } from '../../../ui/toasts.ts';
import { followsMentions, targetsOf } from '../editor/mentions.ts';
import { holdKeys } from '../fresh-note.ts';
import { goToHeading } from '../note/headings.ts';
import { writeHeld } from '../note/held-text.ts';
import type { EditedText } from '../session/edited-text.ts';
import { noteStats } from '../session/note-stats.ts';
import { useMaybePane, type PaneState } from '../split/pane-router.tsx';
import { strings } from '../strings.ts';
import { searchFor, tagsOf, toggled } from '../tags/tag-address.ts';
import { readLinks } from '../../../ui/links/use-record-links.ts';
import { maybeNoteOf, newNoteOf } from './named-notes.ts';
import { headingNamed } from './section-heading.ts';

/** Goes to the heading of this name; false where there is none. */
function goToSection(view: EditorView, section: string): boolean {
  const headings = noteStats(view.state.doc, () => false)?.headings ?? [];
  const index = headingNamed(
    headings.map(({ text }) => text),
    section,
  );
  if (index >= 0) goToHeading(view, index);
  return index >= 0;
}

/** Makes the note that a link names, and gives its id. Throws like `Client.call`. */
async function makeNamed(service: Service, session: EditedText, mention: TitleMention | FileMention): Promise<string> {
  const { client, connection, history } = service;
  const { title, notebookId } = await newNoteOf(service, session, mention);
  const since = connection.lastSeq;
  const note = await client.call(routes.createNote, { body: { title, notebookId }, idempotencyKey: crypto.randomUUID() });
  history.made(strings.noteAdded, since, [created('note', note)]);
  notify({ title: strings.madeNamed(title) });
  return note.id;
}

/** The id of the note that a link names, which is made where there is none. Throws like `Client.call`. */
async function seekNamed(service: Service, session: EditedText, mention: TitleMention | FileMention): Promise<string> {
  const standing = await standingNow(service, session, mention);
  return standing.state === 'there' ? standing.id : makeNamed(service, session, mention);
}

/** What is typed while the service is asked is for the note that a link leads to. */
function holdUnlessKnown({ state }: EditedText, mention: LinkMention, from: EditorView): void {
  if (from.hasFocus() && standingOf(mention, targetsOf(state)).state !== 'there') holdKeys(strings.typedAhead);
}

/** Tags and links of the note are followed by a click on them, and by keys. */
export function useLinkClicks(session: EditedText, view: EditorView | null): void {
  const service = useService();
  const [, go] = useLocation();
  // What is searched for on another page says nothing to that of notes.
  const [searched, isNote] = [useSearch(), session.type === 'note'];
  const search = isNote ? searched : '';
  const pane = useMaybePane();
  // What a double click follows twice is sought, and made, once.
  const [sought] = useState(() => new Map<string, Promise<string>>());
  const idOf = (mention: TitleMention | FileMention): Promise<string> => {
    const key = `${session.id} ${mention.kind} ${mention.target}`;
    const seeking = sought.get(key) ?? seekNamed(service, session, mention).finally(() => sought.delete(key));
    sought.set(key, seeking);
    return seeking;
  };
  const open = async (mention: Mention, from: EditorView, openBeside: PaneState['openBeside'] | null): Promise<void> => {
    if (mention.kind === 'tag') {
      const tags = tagsOf(search);
      const isOn = tags.some((tag) => foldName(tag) === foldName(mention.tag));
      // Where list and note have one place, the list comes in the place of the note.
      const path = !isNote || matchMedia('(width < 52rem)').matches ? '/notes' : notePath(session.id);
      go(path + searchFor(isOn ? tags : toggled(tags, mention.tag)));
      return;
    }
    if (mention.kind === 'record') {
      if (standingOf(mention, targetsOf(session.state)).state === 'nothing') notify({ title: strings.linkToGone });
      else if (openBeside !== null && mention.type === 'note') openBeside(mention.id);
      else go(await askRecordPath(service, mention.type, mention.id));
      return;
    }
    if (openBeside === null && isNote) holdUnlessKnown(session, mention, from);
    const id = await idOf(mention);
    const { section } = splitTarget(mention.target);
    if (openBeside !== null && id !== session.id) {
      openBeside(id, section);
      return;
    }
    const isHere = id === session.id;
    if (isHere) writeHeld(from);
    if (isHere && section !== null && goToSection(from, section)) return;
    go(`/notes/${id}${search === '' ? '' : `?${search}`}${section === null ? '' : `#${encodeURIComponent(section)}`}`);
  };
  const follow = useEffectEvent((mention: Mention, from: EditorView, beside: boolean): void => {
    open(mention, from, beside ? (pane?.openBeside ?? null) : null).catch((error: unknown) => {
      if (!from.isDestroyed) writeHeld(from);
      if (!(error instanceof ServiceError || error instanceof UnreachableError)) throw error;
      const isGone = error instanceof ServiceError && error.status === 404;
      notify({ title: isGone ? strings.linkToGone : strings.followFailed, ...(isGone ? {} : { text: error.message }), kind: 'problem' });
    });
  });
  // Before what was typed on the way is written: it belongs there.
  useLayoutEffect(() => {
    if (view === null) return;
    followsMentions(view, (mention, from, beside) => {
      follow(mention, from, beside);
    });
    const section = sectionOf(location.hash);
    if (section !== '') goToSection(view, section);
  }, [view]);
}

function sectionOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Where a link that names a note leads, told by the service if it is not known here. Throws like `Client.call`. */
export async function standingNow(service: Service, session: EditedText, mention: TitleMention | FileMention): Promise<MentionTarget> {
  const known = standingOf(mention, targetsOf(session.state));
  if (known.state === 'there' || session.isNew) return known;
  await session.flush();
  const told = standingOf(mention, targetsIn(await readLinks(service, session.type, session.id)));
  if (told.state !== 'unknown') return told;
  // A note of more links than are told.
  const found = await maybeNoteOf(service, session, mention);
  return found === null ? { state: 'nothing' } : { state: 'there', id: found.id, title: found.title };
}
