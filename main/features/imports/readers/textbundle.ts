// Folders that are one note with its files, as Bear and others give them out.

import { z } from 'zod';
import { baseName, folderOf, stemOf } from '../archive/entry-path.ts';
import type { PlanNote, PlanSink, SourceEntry } from '../plan.ts';
import { readTime } from './front-matter.ts';
import { maybeReadJson } from './json.ts';
import { unlessDamaged } from './note-reading.ts';
import type { SourceTree } from './source-tree.ts';

/** The text in it is called alike in all of them. */
const bundle = /\.textbundle$/i;
/** What all notes of Bear lie in, which is called by the time at which they were given out. */
const bearFolder = /\.bear2bk$/i;

const flag = z.union([z.boolean(), z.number()]).nullish().catch(null).transform(Boolean);
const time = z
  .string()
  .nullish()
  .catch(null)
  .transform((told) => readTime(told ?? ''));

const BearInfo = z.object({
  'net.shinyfrog.bear': z.object({
    creationDate: time,
    modificationDate: time,
    pinned: flag,
    archived: flag,
    trashed: flag,
    encrypted: flag,
  }),
});

export const isBundle = (folder: string): boolean => bundle.test(folder);

export const isBearFolder = (folder: string): boolean => bearFolder.test(folder);

/** What tells of a bundle. */
export const isInfo = (path: string): boolean => isBundle(folderOf(path)) && baseName(path) === 'info.json';

const isText = (path: string): boolean => isBundle(folderOf(path)) && stemOf(path).toLowerCase() === 'text';

/** The folder that a note lies in, and what it is called there. */
export function placeOf(path: string): { readonly folder: string; readonly name: string } {
  const folder = folderOf(path);
  return isText(path) ? { folder: folderOf(folder), name: baseName(folder).replace(bundle, '') } : { folder, name: stemOf(path) };
}

/** What Bear tells of a note beside its text; null for one that does not come in, which is told. */
export async function bearFacts(
  { path }: SourceEntry,
  tree: SourceTree,
  sink: PlanSink,
): Promise<Pick<PlanNote, 'createdAt' | 'updatedAt' | 'isPinned' | 'isArchived'> | null> {
  const info = isText(path) ? tree.maybeAt(`${folderOf(path)}/info.json`) : null;
  // What is encrypted of a note is in there.
  const maxBytes = 2 * sink.limits.noteBytes;
  if (info === null || info.size > maxBytes) return {};
  const { data } = BearInfo.safeParse(await unlessDamaged(info, sink, () => maybeReadJson(info, maxBytes)));
  if (data === undefined) return {};
  const { creationDate, modificationDate, pinned, archived, trashed, encrypted } = data['net.shinyfrog.bear'];
  if (encrypted) sink.warn({ path, kind: 'unsafe', message: 'It is encrypted: take its password away in Bear and export again' });
  else if (trashed) sink.warn({ path, kind: 'skipped', message: 'It is in the trash of Bear: it does not come in' });
  if (encrypted || trashed) return null;
  return {
    ...(creationDate === null ? {} : { createdAt: creationDate }),
    ...(modificationDate === null ? {} : { updatedAt: modificationDate }),
    ...(pinned ? { isPinned: true } : {}),
    ...(archived ? { isArchived: true } : {}),
  };
}
