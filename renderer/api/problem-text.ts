// What the service says of a value that it does not take, for a person: the service calls fields as programs do.

/** What the fields of requests are called on the page. */
const fields: ReadonlyMap<string, string> = new Map(
  Object.entries({
    calendarId: 'The calendar',
    color: 'The colour',
    columnId: 'The column',
    completedAt: 'The time of completion',
    content: 'The text',
    currentPassword: 'The current password',
    date: 'The day',
    description: 'The description',
    dueDate: 'The due date',
    end: 'The end',
    endTime: 'The end',
    expiresAt: 'The time of expiry',
    file: 'The file',
    files: 'The file',
    labelIds: 'The label',
    location: 'The place',
    minutesBefore: 'The time of a reminder',
    name: 'The name',
    notebookId: 'The notebook',
    parentId: 'The notebook above',
    passphrase: 'The passphrase',
    password: 'The password',
    path: 'The path',
    priority: 'The priority',
    projectId: 'The board',
    q: 'The search',
    query: 'The search',
    reminders: 'The list of reminders',
    rrule: 'The rule of repetition',
    source: 'The program',
    start: 'The start',
    startTime: 'The start',
    task: 'The task',
    templateId: 'The template',
    text: 'The text',
    timeZone: 'The time zone',
    title: 'The title',
    url: 'The address',
    username: 'The name',
    wipLimit: 'The limit',
  }),
);

/**
 * What the service says, with the words of the page in the place of a field that it begins with. Its sentences begin with a capital, so
 * that a first word in lower case is such a field; one that the page has no word for stays.
 */
export function problemText(said: string): string {
  const [, path = '', rest = ''] = /^([a-z][\w.]*) ([^]+)$/.exec(said) ?? [];
  const name = fields.get(path.split('.').findLast((part) => fields.has(part)) ?? '');
  if (name === undefined) return said;
  // The record was there when the page was drawn.
  return rest.startsWith('is not the id of ') ? `${name} is not there any more` : `${name} ${rest}`;
}
