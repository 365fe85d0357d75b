import { expect, test } from 'vitest';
import { calendarPath, homePath, objectPath, principalPath, resourceOf } from '../../../main/http/dav/names.ts';

test.each([
  ['/dav', { kind: 'root' }],
  ['/dav/', { kind: 'root' }],
  ['/dav/principals/', { kind: 'principals' }],
  [principalPath('u'), { kind: 'principal', userId: 'u' }],
  ['/dav/calendars', { kind: 'homes' }],
  [homePath('u'), { kind: 'home', userId: 'u' }],
  [calendarPath('u', 'Für mich'), { kind: 'calendar', userId: 'u', calendar: 'Für mich' }],
  [objectPath('u', 'c', 'a b%.ics'), { kind: 'object', userId: 'u', calendar: 'c', name: 'a b%.ics' }],
  [objectPath('u', 'c', 'x'.repeat(250)), { kind: 'object', userId: 'u', calendar: 'c', name: 'x'.repeat(250) }],
])('%s names what there can be', (path, resource) => {
  expect(resourceOf(path)).toEqual(resource);
});

test.each([
  ['/dav/other/'],
  ['/dav/principals/u/more'],
  ['/dav/calendars/u/c/a.ics/more'],
  ['/dav//u/'],
  ['/dav/calendars/u//a.ics'],
  ['/dav/calendars/u/%2E/a.ics'],
  ['/dav/calendars/u/%2e%2E/a.ics'],
  ['/dav/calendars/u/c/..'],
  ['/dav/calendars/u/c/a%2Fb.ics'],
  ['/dav/calendars/u/c/a%5Cb.ics'],
  ['/dav/calendars/u/c/a%00.ics'],
  ['/dav/calendars/u/c/%E4.ics'],
  [objectPath('u', 'c', 'x'.repeat(251))],
])('%s names nothing', (path) => {
  expect(resourceOf(path)).toBeNull();
});
