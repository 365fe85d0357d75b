import { expect, test } from 'vitest';
import { BatchReferences } from '../../../main/features/batch/references.ts';

const references = new BatchReferences();
references.name('a', { id: 'garden/of me?', count: 2, tags: ['x'], none: null });

test.each([
  ['/api/projects/{{a.id}}/labels', '/api/projects/garden%2Fof%20me%3F/labels'],
  ['/api/columns?limit={{a.count}}', '/api/columns?limit=2'],
  ['/api/notes/{{a}}', '/api/notes/{{a}}'],
])('the path %s is filled in as %s', (path, filled) => {
  expect(references.fillPath(path)).toBe(filled);
});

test('a text that is a reference becomes the field, of whatever type; one that holds some is filled in', () => {
  expect(references.fillBody({ a: '{{a.count}}', b: ['{{a.tags}}', '{{a.none}}'], c: 'no. {{a.count}}: {{a.id}}', d: 3 })).toEqual({
    a: 2,
    b: [['x'], null],
    c: 'no. 2: garden/of me?',
    d: 3,
  });
});

test.each([
  [{ x: [{ y: '{{b.id}}' }] }, 'x.0.y', 'no operation before has the ref b'],
  [{ x: '{{a.title}}' }, 'x', 'that answer has no field title'],
  [{ x: '{{a.constructor}}' }, 'x', 'that answer has no field constructor'],
  [{ x: 'a {{a.toString}}' }, 'x', 'that answer has no field toString'],
])('%j is refused: it names nothing', (body, path, message) => {
  expect(() => references.fillBody(body)).toThrow(
    expect.objectContaining({ errors: [{ path, message: expect.stringContaining(message) as string }] }),
  );
});
