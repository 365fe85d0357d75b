// What is told of values for which the contract has no words of its own: the library's would not follow the name of a field. Pure.

import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };

/** What comes behind the name of the field, as in `must be a list`; undefined leaves it to the library. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[String(issue.expected)] ?? String(issue.expected)}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String).filter((value) => value !== ''));
    case 'too_big':
      return bound(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return bound(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'unrecognized_keys':
      // The fields are told one by one, each with what is known instead.
      return knownNames(issue.inst);
    default:
      return undefined;
  }
}

function oneOf(values: readonly string[]): string {
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
}

function knownNames(schema: unknown): string {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : '';
}

function bound({ origin }: { readonly origin: string }, words: string, limit: number | bigint): string {
  return `must ${origin === 'array' ? 'hold' : 'be'} ${words} ${limit}${units[origin] ?? ''}`;
}
