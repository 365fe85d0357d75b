import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../renderer/api/client.ts';
import { problemText } from '../../../renderer/api/problem-text.ts';

describe('what the service says', () => {
  test.each([
    ['title must be at most 500 characters', 'The title must be at most 500 characters'],
    ['wipLimit must be a whole number from 1 to 9999, or null', 'The limit must be a whole number from 1 to 9999, or null'],
    ['recurrence.rrule must be a rule of RFC 5545', 'The rule of repetition must be a rule of RFC 5545'],
    ['reminders.3.minutesBefore must be a whole number', 'The time of a reminder must be a whole number'],
    ['source cannot be told from the file: it holds nothing', 'The program cannot be told from the file: it holds nothing'],
    ['columnId is not the id of a column', 'The column is not there any more'],
  ])('%s', (said, told) => {
    expect(problemText(said)).toBe(told);
  });

  test.each(['The archive is damaged or not whole', 'PORT must be a port number', 'constructor must be empty', 'Nothing', ''])(
    'stays where it begins with no field that the page knows: %s',
    (said) => {
      expect(problemText(said)).toBe(said);
    },
  );

  test('is so the message of its answer, while its faults stay as they are for the fields', () => {
    const errors = [{ path: 'name', message: 'must not be empty' }];
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'validation_failed',
      detail: 'name must not be empty',
      errors,
    };
    const error = new ServiceError(400, problem as ConstructorParameters<typeof ServiceError>[1]);
    expect(error.message).toBe('The name must not be empty');
    expect(error.problem?.errors).toEqual(errors);
  });
});
