// What is asked of the search: words, and operators with their values. Pure.

import { invalid } from '../../lib/app-error.ts';
import { parseQuery, plainWords, type WordQuery } from '../../lib/full-text/query.ts';

/** Which cards are meant by when they are due. */
export interface DueCondition {
  readonly comparison: '<' | '<=' | '=' | '>=' | '>';
  /** YYYY-MM-DD, of which it is not known yet whether it exists. */
  readonly day: string;
}

const states = ['done', 'open', 'archived'] as const;

type State = (typeof states)[number];

/** A value, and whether records that it fits are meant or all others. */
export interface SearchCondition<T> {
  readonly value: T;
  readonly isExcluded: boolean;
}

export interface SearchRequest {
  /** Without any term where there are operators alone, or nothing that could be looked for. */
  readonly words: WordQuery;
  /** Those of the words that stand in no quotes. */
  readonly plain: readonly string[];
  readonly tags: readonly SearchCondition<string>[];
  /** Names of notebooks, projects and calendars. */
  readonly places: readonly SearchCondition<string>[];
  readonly states: readonly SearchCondition<State>[];
  readonly due: readonly SearchCondition<DueCondition>[];
}

/** The most operators of a query. */
const maxOperators = 20;

const quotes = '"“”„‟＂';

/** An operator with its value, or a phrase: in that there are no operators. */
const phrase = `[${quotes}][^${quotes}]*[${quotes}]?`;
const given = `(?:[${quotes}]([^${quotes}]*)[${quotes}]?|([^\\s${quotes}]+))`;
const pieces = new RegExp(`(?<=^|\\s)(-?)(tag|in|is|due):${given}(?=\\s|$)|${phrase}`, 'giu');

const dueForm = /^(<=|>=|<|>|=)?(\d{4}-\d{2}-\d{2})$/;

/**
 * Throws 400, naming the field `path`, for a value that its operator does not know, and for too many operators. All else can be read.
 */
export function readAsked(q: string, path = 'q'): SearchRequest {
  const tags: SearchCondition<string>[] = [];
  const places: SearchCondition<string>[] = [];
  const found: SearchCondition<State>[] = [];
  const due: SearchCondition<DueCondition>[] = [];
  const rest = q.replace(
    pieces,
    (whole, minus: string | undefined, name: string | undefined, quoted: string | undefined, plain: string | undefined) => {
      const value = (quoted ?? plain ?? '').trim();
      if (name === undefined || value === '') return whole;
      const isExcluded = minus === '-';
      switch (name.toLowerCase()) {
        case 'tag':
          tags.push({ value: value.replace(/^#/, ''), isExcluded });
          break;
        case 'in':
          places.push({ value, isExcluded });
          break;
        case 'is':
          found.push({ value: readState(value, path), isExcluded });
          break;
        default:
          due.push({ value: readDue(value, path), isExcluded });
      }
      return ' ';
    },
  );
  if (tags.length + places.length + found.length + due.length > maxOperators)
    throw invalid({ path, message: `must have at most ${maxOperators} operators` });
  return { words: parseQuery(rest) ?? { all: [], none: [] }, plain: plainWords(rest), tags, places, states: found, due };
}

/** Whether nothing is asked for: signs alone, which are no words. */
export function asksNothing({ words, tags, places, states: found, due }: SearchRequest): boolean {
  return [words.all, words.none, tags, places, found, due].every((each) => each.length === 0);
}

function readState(value: string, path: string): State {
  const state = states.find((each) => each === value.toLowerCase());
  if (state === undefined) throw invalid({ path, message: `has an unknown value of is: (it knows ${states.join(', ')})` });
  return state;
}

function readDue(value: string, path: string): DueCondition {
  const [, comparison = '=', day] = dueForm.exec(value) ?? [];
  if (day === undefined) throw invalid({ path, message: 'has no date after due: (such as due:<2026-12-01)' });
  return { comparison: comparison as DueCondition['comparison'], day };
}
