import { numberText } from '../../../ui/format.ts';

/** What finding and replacing in a note says. */
export const findStrings = {
  bar: 'Find in this note',
  field: 'Find',
  replaceField: 'Replace with',
  none: 'Nothing found',
  place: (current: number, amount: number, isCut: boolean): string =>
    current === 0 ? `${numberText(amount)}${isCut ? '+' : ''} found` : `${numberText(current)} of ${numberText(amount)}${isCut ? '+' : ''}`,
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  previous: 'Previous',
  next: 'Next',
  toggleReplace: 'Replace',
  close: 'Close',
  replace: 'Replace',
  replaceAll: 'Replace all',
  replaced: (amount: number): string => (amount === 1 ? '1 place replaced' : `${numberText(amount)} places replaced`),
  findKeys: 'Find in the note',
  replaceKeys: 'Find and replace in the note',
} as const;
