import type { z } from 'zod';
import { maxNamedErrors } from '../contract/limits.ts';
import { AppError, type FieldError } from '../lib/app-error.ts';
import { issueMessage } from './issue-messages.ts';

/** What is validated: the kind of its members, and what it is called as a whole. */
const wholes = { field: 'The body', 'query parameter': 'The query', argument: 'The arguments' } as const;

type MemberKind = keyof typeof wholes;

/** How many refused arguments the text of an error names. */
const maxToldArguments = 4;

/** One issue of zod as fields of the answer: an unknown field is named itself, not its parent. */
function fieldErrors(issue: z.core.$ZodIssue, what: MemberKind, bracketed: boolean): FieldError[] {
  const path = (...more: readonly string[]): string => pathText([...issue.path, ...more], bracketed);
  if (issue.code === 'unrecognized_keys') {
    // A model that has guessed a name is told the right ones at once.
    const known = what === 'argument' && issue.message !== '' ? `: there are ${issue.message}` : '';
    return issue.keys.slice(0, maxNamedErrors).map((key) => ({ path: path(key), message: `is not a known ${what}${known}` }));
  }
  if (issue.path.length > 0 && issue.input === undefined) return [{ path: path(), message: 'is missing' }];
  // A query holds texts alone: a list is one that came several times, where one is taken.
  if (what === 'query parameter' && Array.isArray(issue.input) && issue.code !== 'invalid_union')
    return [{ path: path(), message: 'was sent more than once' }];
  return [{ path: path(), message: issue.message }];
}

function pathText(path: readonly PropertyKey[], bracketed: boolean): string {
  if (!bracketed) return path.map(String).join('.');
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}

/**
 * The value as the schema gives it. Throws `validation_failed` with the first 100 refused fields; `what` is their kind. `bracketed`:
 * members of lists are named as in `operations[3].path`.
 */
export function validate(schema: z.ZodType, value: unknown, what: MemberKind, bracketed = false): unknown {
  const result = schema.safeParse(value, { reportInput: true, error: issueMessage });
  if (result.success) return result.data;
  const errors = result.error.issues
    .slice(0, maxNamedErrors)
    .flatMap((issue) => fieldErrors(issue, what, bracketed))
    .slice(0, maxNamedErrors);
  // Of the answer of a tool a model sees nothing else.
  const told = errors.slice(0, what === 'argument' ? maxToldArguments : 1).map((error) => sentence(error, what));
  throw new AppError('validation_failed', told.length === 0 ? 'The request is not valid' : told.join('; '), { errors });
}

function sentence({ path, message }: FieldError, what: MemberKind): string {
  return `${path === '' ? wholes[what] : path} ${message}`;
}
