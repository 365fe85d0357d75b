// Words for days, numbers and ordinals. Pure.

import { weekdays, type Weekday } from '../days.ts';

/** One weekday, in full or short, in the singular. */
export const weekday = '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)';

export const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|' +
  'aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Of a word that begins like a weekday. */
export function weekdayOf(word: string): Weekday {
  return weekdays.find((name) => name === word.slice(0, 2).toUpperCase()) ?? 'MO';
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A number in digits or words, or “a”. */
export const amount = `(?:\\d{1,3}(?:[.,]\\d)?|an?|${numbers.slice(1).join('|')})`;

/** A whole number from two on, also in words. */
export const manyCount = `(?:\\d{1,3}|${numbers.slice(2).join('|')})`;

/** The value of such an amount or number. */
export function valueOf(word: string): number {
  const place = numbers.indexOf(word.toLowerCase());
  if (place !== -1) return place;
  return /^an?$/i.test(word) ? 1 : Number(word.replace(',', '.'));
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

export const ordinal = `(?:1st|2nd|3rd|[45]th|${ordinals.join('|')}|last)`;

/** 1 for the first to 5, -1 for the last. */
export function ordinalOf(word: string): number {
  if (/^last$/i.test(word)) return -1;
  const place = ordinals.indexOf(word.toLowerCase());
  return place === -1 ? Number.parseInt(word, 10) : place + 1;
}
