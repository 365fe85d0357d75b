import { expect, test } from 'vitest';
import { z } from 'zod';
import { aiApi } from '../../../main/contract/ai.ts';
import { maxNamedErrors } from '../../../main/contract/limits.ts';
import { NoteDelta } from '../../../main/contract/note-delta.ts';
import { validate } from '../../../main/invoke/validate.ts';
import { AppError } from '../../../main/lib/app-error.ts';

function told(schema: z.ZodType, value: unknown): string {
  try {
    validate(z.strictObject({ field: schema }), { field: value }, 'field');
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return '';
}

test.each<[z.ZodType, unknown, string]>([
  [z.array(z.string()), 'a', 'field must be a list'],
  [z.strictObject({}), null, 'field must be an object'],
  [z.boolean(), 'yes', 'field must be true or false'],
  [z.int(), 1.5, 'field must be a whole number'],
  [z.enum(['a', 'b']), 'c', 'field must be one of a, b'],
  [z.literal('next'), 'c', 'field must be next'],
  [z.string().max(3), 'long', 'field must be at most 3 characters'],
  [z.array(z.string()).min(1), [], 'field must hold at least 1 items'],
  [z.number().min(2), 1, 'field must be at least 2'],
  [z.string('wants words'), 1, 'field wants words'],
  [z.string(), undefined, 'field is missing'],
])('%# a refused value is told in a sentence with the name of its field', (schema, value, message) => {
  expect(told(schema, value)).toBe(message);
});

test.each([
  ['field', 'The body must be an object'],
  ['query parameter', 'The query must be an object'],
  ['argument', 'The arguments must be an object'],
] as const)('of a refused %s the whole is called by its name', (what, message) => {
  expect(() => validate(z.strictObject({}), null, what)).toThrow(message);
});

test('a long list is read up to the last fault that an answer names', () => {
  const faults = (schema: z.ZodType | undefined, value: unknown): unknown[] | undefined =>
    schema === undefined ? undefined : (schema.safeParse(value).error?.issues ?? []);
  const wrong = Array.from({ length: 1000 }, () => ({}));
  expect(faults(NoteDelta, { edits: wrong })).toHaveLength(maxNamedErrors);
  expect(faults(aiApi.chat.body, { messages: wrong })).toHaveLength(maxNamedErrors);
  const append = Array.from({ length: 1000 }, () => ({ append: 'a' }));
  expect(faults(NoteDelta, { edits: append })).toEqual([]);
  expect(faults(NoteDelta, { edits: [...append, {}] })).toMatchObject([{ path: ['edits', 1000] }]);
});
