// What the text fields of a form say that are no texts: a form holds nothing else.

import { z } from 'zod';
import { maybeJson } from '../lib/json.ts';

/**
 * The fields as the body's schema has them. A list is a field for each of its items, an object among these as JSON, or one field with all
 * of it as JSON; an empty text, which browsers send for what was left blank, is null where there can be null and no such text. Whatever
 * else is no such text stays as it is, for the schema to refuse.
 */
export function fieldsOfForm(fields: Readonly<Record<string, unknown>>, body: z.ZodType | undefined): Readonly<Record<string, unknown>> {
  if (!(body instanceof z.ZodObject)) return fields;
  const read = Object.entries(fields).flatMap(([name, sent]): (readonly [string, unknown])[] => {
    const schema = Object.hasOwn(body.shape, name) ? (body.shape[name] as z.ZodType) : null;
    if (schema === null) return [];
    if (sent === '' && !schema.safeParse('').success && schema.safeParse(null).success) return [[name, null]];
    const list = bare(schema);
    return list instanceof z.ZodArray ? [[name, listOf(sent, list.element)]] : [];
  });
  return { ...fields, ...Object.fromEntries(read) };
}

function listOf(sent: unknown, element: unknown): readonly unknown[] {
  const items: unknown[] = Array.isArray(sent) ? sent : [sent];
  const whole = items.length === 1 ? parsedList(items[0]) : null;
  if (Array.isArray(whole)) return whole as unknown[];
  return bare(element) instanceof z.ZodObject ? items.map(parsedList) : items;
}

/** Without what says that it may be null or absent. */
function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

function parsedList(text: unknown): unknown {
  const value = typeof text === 'string' ? maybeJson(text) : undefined;
  return value === undefined ? text : value;
}
