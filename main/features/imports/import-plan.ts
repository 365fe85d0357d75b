// What is known of a plan besides its items; kept beside them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportSource } from '../../contract/imports.ts';
import type { AddressedItem, KeptFile, Warnings } from './plan-writer.ts';
import type { SourceSpaces } from './plan.ts';
import type { FileKind } from './targets.ts';

/** A kept file, and of which kind it is; null for one that Daybook cannot keep, or that is no file of a note or a card. */
export type PlannedFile = KeptFile & { readonly kind: FileKind | null };

export interface ImportPlan extends SourceSpaces {
  readonly source: ImportSource;
  readonly items: number;
  readonly files: readonly PlannedFile[];
  /** The folded titles that several of its notes have; absent in what an earlier version has read. */
  readonly sharedTitles?: readonly string[];
  /** Absent in what an earlier version has read. */
  readonly addressed?: readonly AddressedItem[];
  /** What does not come in as it is; absent in what an earlier version has read. */
  readonly told?: Warnings;
}

/** The folder of a plan, in that of the job that has read it. */
export const planName = 'plan';

const planFile = (folder: string): string => join(folder, 'plan.json');

export async function writeImportPlan(folder: string, plan: ImportPlan): Promise<void> {
  await writeFile(planFile(folder), JSON.stringify(plan), { mode: 0o600 });
}

/** Null where there is none. */
export async function maybeImportPlan(folder: string): Promise<ImportPlan | null> {
  try {
    return JSON.parse(await readFile(planFile(folder), 'utf8')) as ImportPlan;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
