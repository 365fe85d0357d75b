import type { SearchSource } from '../actions/search.ts';
import { boardsSearch } from '../features/boards/search.ts';
import { calendarSearch } from '../features/calendar/search.ts';
import { notesSearch } from '../features/notes/search.ts';

/** What the one search looks through, in the order in which it shows it. */
export const searchSources: readonly SearchSource[] = [notesSearch, boardsSearch, calendarSearch];
