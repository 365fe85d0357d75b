// Lists among the text fields of a form, which holds texts alone.

import { z } from 'zod';
import { maybeJson } from '../lib/json.ts';

/**
 * The fields as the body's schema has them: a list is a field for each of its items, an object among these as JSON, or one field with all
 * of it as JSON. What is no such text stays as it is, for the schema to refuse.
 */
export function withFormLists(fields: Readonly<Record<string, unknown>>, body: z.ZodType | undefined): Readonly<Record<string, unknown>> {
  if (!(body instanceof z.ZodObject)) return fields;
  const lists = Object.entries(fields).flatMap(([name, sent]) => {
    const schema = Object.hasOwn(body.shape, name) ? bare(body.shape[name]) : null;
    if (!(schema instanceof z.ZodArray)) return [];
    const items: unknown[] = Array.isArray(sent) ? sent : [sent];
    const whole = items.length === 1 ? parsedList(items[0]) : null;
    if (Array.isArray(whole)) return [[name, whole] as const];
    return [[name, bare(schema.element) instanceof z.ZodObject ? items.map(parsedList) : items] as const];
  });
  return { ...fields, ...Object.fromEntries(lists) };
}

/** Without what says that it may be null or absent. */
function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

function parsedList(text: unknown): unknown {
  const value = typeof text === 'string' ? maybeJson(text) : undefined;
  return value === undefined ? text : value;
}
