// What the readers of imports make of a file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportSource } from '../../main/contract/imports.ts';
import { readPlan } from '../../main/features/imports/plan-writer.ts';
import type { PlanItem } from '../../main/features/imports/plan.ts';
import { readImport, type ReadPlan } from '../../main/features/imports/read-worker.ts';
import { cleanUpBy } from './clean-up.ts';
import { importLimits, itemsOf, type Fixture } from './import-fixtures.ts';

export interface Read extends ReadPlan {
  readonly folder: string;
  readonly items: readonly PlanItem[];
}

export async function read({ filename, bytes }: Fixture, source: ImportSource | 'auto' = 'auto'): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
  cleanUpBy(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'sent');
  writeFileSync(path, bytes);
  const result = await readImport({ path, filename, source, folder, limits: importLimits });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return { ...result, folder, items: await itemsOf(readPlan(folder)) };
}

export type Of<Type extends PlanItem['type']> = Extract<PlanItem, { type: Type }>;

export function of<Type extends PlanItem['type']>({ items }: Read, type: Type): Of<Type>[] {
  return items.filter((item): item is Of<Type> => item.type === type);
}

export function noteCalled(plan: Read, title: string): Of<'note'> {
  const note = of(plan, 'note').find((each) => each.title === title);
  if (note === undefined) throw new Error(`no note called ${title}`);
  return note;
}
