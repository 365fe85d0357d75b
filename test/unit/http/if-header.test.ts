import { expect, test } from 'vitest';
import { ifHolds } from '../../../main/http/dav/if-header.ts';

const path = '/dav/calendars/u/c/a.ics';

test.each<[string, boolean]>([
  ['(["3"])', true],
  ['(["2"])', false],
  ['(["2"]) (["3"])', true],
  ['(["3"])(["2"])', true],
  ['(["3"] ["2"])', false],
  ['(Not ["2"])', true],
  ['(not ["3"])', false],
  ['([W/"3"])', false],
  ['(<urn:uuid:1> ["3"])', false],
  ['(Not <DAV:no-lock> ["3"])', true],
  ['(Not<DAV:no-lock>)', true],
  [`<${path}> (["3"])`, true],
  [`<http://localhost:8716${path}> (["2"]) (["3"])`, true],
  ['</dav/calendars/u/c/b.ics> (["3"])', false],
  [`</dav/calendars/u/c/b.ics> (["3"]) <${path}> (["3"])`, true],
])('%s on an event with the ETag "3" holds: %s', (header, expected) => {
  expect(ifHolds(header, path, '"3"')).toBe(expected);
});

test('where nothing is, no ETag is that of it', () => {
  expect([ifHolds('(["3"])', path, null), ifHolds('(Not ["3"])', path, null)]).toEqual([false, true]);
});

test.each(['', '()', '"3"', '["3"]', '(["3"]', '(["3"]) x', '("3")', `(${'["3"] '.repeat(2000)}x)`])('%j is no condition', (header) => {
  expect(() => ifHolds(header, path, '"3"')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
