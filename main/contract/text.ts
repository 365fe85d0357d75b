// Building blocks that the schemas of all features share.

import { z } from 'zod';
import { maxNamedErrors, textLimits } from './limits.ts';

/** Whether a text has more Unicode code points than `limit`, as JSON Schema counts `maxLength`; cheap for strings far under the limit. */
export function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let count = 0;
  for (const _ of text) if (++count > limit) return true;
  return false;
}

/**
 * Text that a person writes: well-formed Unicode without U+0000, at most `max` code points, kept as sent.
 * Lone surrogates are refused because no UTF-8 file or database could give them back.
 */
export function text(max: number) {
  return z
    .string('must be a string')
    .refine((value) => !longerThan(value, max), `must be at most ${max} characters`)
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => !value.includes('\0'), 'must not hold a NUL character')
    .meta({ maxLength: max });
}

/** As `text`, at least one character of it visible. */
export function filled(max: number) {
  return text(max)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: max });
}

export const title = filled(textLimits.title);

export const instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601, UTC, milliseconds', example: '2026-03-01T09:30:00.000Z' });

export const id = z.uuidv7().meta({ description: 'UUIDv7' });

export const version = z.int().min(0).meta({ description: 'Grows with every change; also the ETag' });

/** A number of a query, which holds texts alone. */
export function wholeNumber(max: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number of at least 0')
    .transform(Number)
    .refine((value) => value <= max, `must be at most ${max}`)
    .meta({ type: 'integer', minimum: 0, maximum: max });
}

/** `limit` and `offset` of a list; out of range is an error, never a silent clamp. */
export function paging(limits: { readonly max: number; readonly default?: number }) {
  return {
    limit: wholeNumber(limits.max)
      .optional()
      .meta({ description: `At most ${limits.max}; ${limits.default ?? 'all'} when absent; 0 gives the total alone` }),
    offset: wholeNumber(Number.MAX_SAFE_INTEGER).optional().meta({ description: 'How many to pass over; 0 when absent' }),
  };
}

/**
 * A list that no number of items bounds. It is read up to the last fault that an answer names: telling of each of 100,000 items takes
 * most of a second.
 */
export function unboundedList<T extends z.ZodType>(item: T, message: string, empty: string) {
  return z.preprocess((value) => (Array.isArray(value) ? upToLastNamed(item, value) : value), z.array(item, message).min(1, empty));
}

function upToLastNamed(item: z.ZodType, items: readonly unknown[]): readonly unknown[] {
  if (items.length <= maxNamedErrors) return items;
  let faults = 0;
  for (const [index, each] of items.entries()) {
    if (item.safeParse(each).success) continue;
    faults += 1;
    if (faults === maxNamedErrors) return items.slice(0, index + 1);
  }
  return items;
}

/** `{ items, total, limit, offset }` of some record. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int().min(0), limit: z.int().nullable(), offset: z.int().min(0) });
}
