// `{{ref.field}}` in an operation: what an earlier operation has answered. Pure.

import { invalid } from '../../lib/app-error.ts';

const reference = /\{\{([A-Za-z][A-Za-z0-9_-]{0,63})\.([A-Za-z][A-Za-z0-9_]{0,63})\}\}/g;

/** The answers that have a name so far. */
export type NamedAnswers = ReadonlyMap<string, unknown>;

/** Whether something would be put in. */
export function hasReference(text: string): boolean {
  return text.search(reference) >= 0;
}

/** A path whose references are filled in, each as one segment. Throws `validation_failed` for one that names nothing. */
export function fillPath(path: string, answers: NamedAnswers): string {
  return path.replace(reference, (_, name: string, field: string) => encodeURIComponent(String(fieldOf(answers, name, field, 'path'))));
}

/**
 * A body with its references filled in. A text that is nothing but a reference becomes the field itself, of whatever type. Throws
 * `validation_failed` for one that names nothing.
 */
export function fillBody(value: unknown, answers: NamedAnswers, path = ''): unknown {
  if (typeof value === 'string') return fillText(value, answers, path);
  const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((item, index) => fillBody(item, answers, at(index)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillBody(item, answers, at(key))]));
}

function fillText(text: string, answers: NamedAnswers, path: string): unknown {
  const [first] = text.matchAll(reference);
  if (first === undefined) return text;
  const [whole, name = '', field = ''] = first;
  if (whole === text) return fieldOf(answers, name, field, path);
  return text.replace(reference, (_, each: string, of: string) => String(fieldOf(answers, each, of, path)));
}

function fieldOf(answers: NamedAnswers, name: string, field: string, path: string): unknown {
  const answer = answers.get(name);
  if (answer === undefined) throw invalid({ path, message: `names {{${name}.${field}}}, and no operation before has the ref ${name}` });
  const value: unknown =
    typeof answer === 'object' && answer !== null && Object.hasOwn(answer, field) ? (answer as Record<string, unknown>)[field] : undefined;
  if (value === undefined) throw invalid({ path, message: `names {{${name}.${field}}}, and that answer has no field ${field}` });
  return value;
}
