// What a newer Daybook has given out and this one does not know: it is told, as all that does not come in.

import { z } from 'zod';
import type { PlanSink } from '../plan.ts';

/** What is given out for other programs, and comes back in another way: paths in the JSON files, without the numbers and ids. */
const unread: ReadonlySet<string> = new Set([
  'notes.json notebooks.version',
  'notes.json notes.version',
  ...['mimeType', 'size', 'width', 'height', 'sha256'].map((field) => `notes.json files.${field}`),
  ...['path', 'version', 'columns.position', 'columns.version', 'columns.cards.version'].map((field) => `boards.json projects.${field}`),
  ...['mimeType', 'size', 'width', 'height', 'sha256'].map((field) => `boards.json projects.columns.cards.attachments.${field}`),
  'searches.json savedSearches.version',
  ...['source', 'version'].map((field) => `calendar.json calendars.${field}`),
]);

/** The fields of a file, as `value` has them, that `form` has no place for; each once. */
export function unknownFields(file: string, form: z.ZodType, value: unknown, within = ''): ReadonlySet<string> {
  const found = new Set<string>();
  collect(form, value, within);
  return found;

  function collect(at: unknown, told: unknown, path: string): void {
    if (at instanceof z.ZodNullable || at instanceof z.ZodOptional) collect(at.unwrap(), told, path);
    else if (at instanceof z.ZodArray && Array.isArray(told)) for (const each of told) collect(at.element, each, path);
    else if (typeof told !== 'object' || told === null) return;
    else if (at instanceof z.ZodRecord) for (const each of Object.values(told)) collect(at.valueType, each, path);
    else if (at instanceof z.ZodObject) {
      const shape: Readonly<Record<string, unknown>> = at.shape;
      for (const [key, each] of Object.entries(told)) {
        const field = path === '' ? key : `${path}.${key}`;
        if (Object.hasOwn(shape, key)) collect(shape[key], each, field);
        else if (!unread.has(`${file} ${field}`)) found.add(field);
      }
    }
  }
}

/** Tells of fields of a file. */
export function tellUnknown(path: string, fields: Iterable<string>, sink: Pick<PlanSink, 'warn'>): void {
  for (const field of fields)
    sink.warn({ path, kind: 'lost', message: `Its "${field}" is of another version of Daybook: this one does not know it` });
}
