// The promise of the index: whatever was done to notes, it holds what a scan of all markdown would give.

import { isDeepStrictEqual } from 'node:util';
import type { Mark, Node } from 'prosemirror-model';
import { Transform, type Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { mentionsIn } from '../../../main/contract/mentions.ts';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteParser } from '../../../main/features/notes/note-parser.ts';
import { loadYaml } from '../../../main/features/relations/front-matter.ts';
import { saysTheSame, textSummary, type TextSummary } from '../../../main/features/relations/summary.ts';
import { TextIndex } from '../../../main/features/relations/text-index.ts';
import { TextStore, textSql } from '../../../main/features/relations/text-store.ts';
import { full } from '../../support/tiers.ts';
import { seeded, times } from '../../support/property.ts';
import { Dice, randomSteps } from '../notes/delta/random-change.ts';
import { liveNote, NoteLog } from '../notes/delta/note-log.ts';
import { openTestNotes, type TestNotes } from '../notes/fixture.ts';

const said = [
  '#tag',
  ' #Tag/sub ',
  '(#other)',
  '[[Note]]',
  ' [[note#Part|shown]] ',
  'daybook://card/1 ',
  '#',
  '[[',
  ']]',
  '/sub',
  '#ünï',
  'word ',
  '1',
];
const starts = [
  '---\ntags: [front, "a/b"]\ntitle: x\nrelated: "[[Front]] daybook://card/2"\n---\n\n# Head #one\n\n- [ ] item #two\n- [[Three]]\n',
  '| a | b |\n|---|---|\n| #cell | [[Cell\\|x]] |\n\n> quote #q\n> [x](daybook://note/1)\n\n```\n#code\n```\n',
  'A *#marked* [[Note]] [f *g*](../Note.md#x) and `#code` $#math$ <b>#html</b>\n\n1. one\n2. two #tag\n',
];

/** A step that types one of the texts above somewhere; null where there is no text. */
function typing(doc: Node, dice: Dice): Step[] | null {
  const places: number[] = [];
  doc.descendants((node, at) => {
    if (node.isTextblock) for (let offset = 0; offset <= node.content.size; offset++) places.push(at + 1 + offset);
  });
  if (places.length === 0) return null;
  const at = dice.pick(places);
  const tr = new Transform(doc);
  try {
    tr.insert(at, noteSchema.text(dice.pick(said), doc.resolve(at).parent.type.spec.marks === '' ? [] : doc.resolve(at).marks()));
    tr.doc.check();
  } catch {
    return null;
  }
  return tr.doc.textBetween(0, tr.doc.content.size, '\n').isWellFormed() ? tr.steps : null;
}

interface Indexed {
  readonly tags: readonly string[];
  readonly links: readonly string[];
}

const entries = (summary: TextSummary | null): Indexed => ({
  tags: [...(summary?.tags.values() ?? [])].map(({ tag, shown, isOwn }) => `${tag} ${shown} ${isOwn}`).toSorted(),
  links: [...(summary?.links.keys() ?? [])].toSorted(),
});

const scan = (markdown: string, id: string): Indexed =>
  entries(
    textSummary(
      parseMarkdown(markdown).blocks.map(({ node }) => node),
      id,
    ),
  );

const indexed = (store: TextStore, userId: string, id: string): Indexed => ({
  tags: [...store.tagsOf({ userId, id }).values()].map(({ tag, shown, isOwn }) => `${tag} ${shown} ${isOwn}`).toSorted(),
  links: [...store.linksOf({ userId, id }).keys()].toSorted(),
});

async function open(memory?: number): Promise<{ readonly notes: TestNotes; readonly store: TextStore }> {
  await loadYaml();
  let store: TextStore | undefined;
  const notes = await openTestNotes(memory === undefined ? {} : { memory }, undefined, (database) => {
    store = new TextStore(database);
    return new TextIndex({ store, maybeParse: (markdown) => NoteParser.maybeParse(markdown), leftUnread: () => undefined });
  });
  if (store === undefined) throw new Error('no store');
  return { notes, store };
}

async function change(notes: TestNotes, id: string, dice: Dice): Promise<void> {
  const note = await notes.notes.maybeDocument(notes.userId, id);
  if (note === null) throw new Error('the note is gone');
  const kind = dice.below(12);
  if (kind === 0) {
    const content = await notes.content(id);
    const lines = content.split('\n');
    lines.splice(dice.below(lines.length), dice.below(3), dice.pick(said), '', dice.pick(starts));
    await notes.change(id, { content: lines.join('\n'), version: note.version });
  } else if (kind === 1) await notes.change(id, { title: dice.pick(['Note', 'Other']) });
  else if (kind === 2) await notes.flush();
  else if (kind === 3 && note.version > 0) {
    const { items } = await notes.history.list(notes.userId, id, {});
    const { version } = dice.pick(items);
    const prepared = await notes.history.prepareRestore(notes.userId, id, { version });
    await notes.database.write(() => notes.history.restore(notes.userId, id, { check: () => undefined }, prepared));
  } else {
    const steps = (kind < 9 ? typing(note.doc, dice) : null) ?? randomSteps(note.doc, dice);
    await notes.change(id, { version: note.version, steps: steps.map((step) => step.toJSON() as Record<string, unknown>) });
  }
}

describe('the index of tags and links', () => {
  test('has the links that can mean a note in indexes by what they say', async () => {
    const { notes } = await open();
    const plan = notes.database
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${textSql.ofTitle}`)
      .all({ userId: '', key: '', nameKey: '', plainKey: '' });
    const searches = plan.map(({ detail }) => detail).filter((detail) => /SEARCH|SCAN/.test(detail));
    expect(searches).toEqual(
      [
        ['title', 'title_key'],
        ['base', 'base_key'],
        ['name', 'name_key'],
      ].map(([name, key]) => `SEARCH text_links USING INDEX text_links_by_${name} (user_id=? AND ${key}=?)`),
    );
  });

  test(
    'is a scan of all markdown after each of many steps, though only what changed is looked at',
    { ...full, timeout: 240_000 },
    async () => {
      await loadYaml();
      const dice = new Dice(seeded(11));
      let log = new NoteLog(liveNote(dice.pick(starts)));
      let known = scan(log.note.source.content(), 'self');
      for (let step = 0; step < times(100, 5_000); step++) {
        const before = log.note.source.doc;
        const steps = (dice.below(3) > 0 ? typing(before, dice) : null) ?? randomSteps(before, dice);
        log.send({ version: log.note.version, steps: steps.map((each) => each.toJSON() as Record<string, unknown>) });
        const { source } = log.note;
        if (!saysTheSame(before, source.doc)) known = entries(textSummary(source.doc.children, 'self'));
        const content = source.content();
        expect(known, `step ${step}: ${content}`).toEqual(scan(content, 'self'));
        if (content.length < 3_000) continue;
        log = new NoteLog(liveNote(dice.pick(starts)));
        known = scan(log.note.source.content(), 'self');
      }
    },
  );

  test('a long text says the same after a change exactly if all of it does', full, () => {
    const dice = new Dice(seeded(21));
    const mark = (name: 'code' | 'strong' | 'link'): Mark =>
      noteSchema.marks[name].create(name === 'link' ? { href: 'daybook://note/2' } : null);
    const marks = [[], [], [], [mark('strong')], [mark('code')], [mark('link')]];
    const texts = [...said, 'x'.repeat(1_200), 'long '.repeat(300), 'https://example.org/', '|', '|shown]]'];
    const node = (): Node =>
      dice.below(9) === 0 ? noteSchema.nodes.soft_break.create() : noteSchema.text(dice.pick(texts), dice.pick(marks));
    const names = (doc: Node): string[] => mentionsIn(doc).map((mention) => JSON.stringify({ ...mention, from: 0, to: 0, shown: null }));
    const counts = { same: 0, other: 0 };
    for (let round = 0; round < times(8, 400); round++) {
      // One text that no mark divides, and one of many.
      const isPlain = round % 2 === 0;
      const children = Array.from({ length: 600 }, () => (isPlain ? noteSchema.text(dice.pick(texts)) : node()));
      let doc = noteSchema.nodes.doc.create({}, [noteSchema.nodes.paragraph.create(null, children)]);
      expect(doc.content.size).toBeGreaterThan(20_000);
      for (let step = 0; step < 12; step++) {
        const at = 1 + dice.below(doc.content.size - 2);
        const to = Math.min(doc.content.size - 1, at + dice.below(4));
        const after = new Transform(doc).replaceWith(
          at,
          to,
          dice.below(3) === 0 ? [] : isPlain ? noteSchema.text(dice.pick(said)) : node(),
        ).doc;
        const isSame = isDeepStrictEqual(names(doc), names(after));
        expect(saysTheSame(doc, after)).toBe(isSame);
        counts[isSame ? 'same' : 'other'] += 1;
        doc = after;
      }
    }
    expect(Math.min(counts.same, counts.other)).toBeGreaterThan(10);
  });

  test(
    'is the same in the database and in memory after steps, markdown, titles, flushes and restores, also of notes that are read anew',
    { ...full, timeout: 240_000 },
    async () => {
      const dice = new Dice(seeded(7));
      // A memory that holds one note.
      const { notes, store } = await open(1);
      const ids = await Promise.all(starts.map(async (content) => (await notes.create(content)).id));
      for (let step = 0; step < times(30, 300); step++) {
        const id = dice.pick(ids);
        await change(notes, id, dice);
        const content = await notes.content(id);
        expect(indexed(store, notes.userId, id), `step ${step}: ${content}`).toEqual(scan(content, id));
      }
    },
  );

  test('a new note that is too large for its write is left to be read, and so is a large one with another tag', full, async () => {
    const { notes, store } = await open();
    const { id } = await notes.create(`#tag ${'word '.repeat(30_000)}`);
    expect([store.isUnread(id), indexed(store, notes.userId, id)]).toEqual([true, { tags: [], links: [] }]);
    store.removeUnread(id);
    await notes.change(id, {
      version: 0,
      steps: [{ stepType: 'replace', from: 4, to: 4, slice: { content: [{ type: 'text', text: 'x' }] } }],
    });
    expect([store.isUnread(id), indexed(store, notes.userId, id)]).toEqual([true, { tags: [], links: [] }]);
  });

  test('where very many texts of a paragraph are others, a write does not put them together to read them', () => {
    const { doc, paragraph } = noteSchema.nodes;
    const em = noteSchema.marks.em.create();
    const of = (word: string, count: number): Node =>
      doc.create(
        null,
        paragraph.create(
          null,
          Array.from({ length: count }, (_, at) => noteSchema.text(word, at % 2 === 0 ? [] : [em])),
        ),
      );
    expect(saysTheSame(of('a', 6_000), of('b', 6_000))).toBeNull();
    expect(saysTheSame(of('a', 4_000), of('b', 4_000))).toBe(true);
  });

  test('a change that is too large for its write leaves the note to be read, and the index as it is until then', full, async () => {
    const { notes, store } = await open();
    const { id } = await notes.create('#small\n');
    const content = Array.from({ length: 300 }, (_, index) => `#tag${index % 3} ${'word '.repeat(100)}`).join('\n\n');
    await notes.change(id, { version: 0, content });
    const small = { tags: ['small small true'], links: [] };
    expect([store.isUnread(id), indexed(store, notes.userId, id)]).toEqual([true, small]);
    // The next small one finds it waiting.
    await notes.change(id, { version: 1, content: `#more\n\n${content}` });
    expect([store.isUnread(id), indexed(store, notes.userId, id)]).toEqual([true, small]);
  });
});
