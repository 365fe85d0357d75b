import { describe, expect, test } from 'vitest';
import { needsApproval } from '../../../main/features/runs/received-calls.ts';
import { tools } from '../../../main/tools/registry.ts';

const writing = (name: string): { name: string; readOnly: boolean } => ({ name, readOnly: false });
const auto = { approval: 'auto-safe', allowed: [] } as const;

describe('needsApproval', () => {
  test('reads never, whatever the way of approval', () => {
    for (const approval of ['ask', 'auto-safe'] as const)
      expect(needsApproval({ approval, allowed: [] }, { name: 'read', readOnly: true }, {})).toBe(false);
  });

  test('ask › every tool that writes, unless a person has allowed it for the run', () => {
    for (const { name, hints } of tools.filter((tool) => !tool.hints.readOnlyHint)) {
      expect([name, needsApproval({ approval: 'ask', allowed: [] }, { name, readOnly: hints.readOnlyHint }, { version: 1 })]).toEqual([
        name,
        true,
      ]);
      expect(needsApproval({ approval: 'ask', allowed: [name] }, writing(name), {})).toBe(false);
    }
  });

  test.each<[string, object, boolean]>([
    ['create_note', { title: 'a' }, false],
    ['edit_note', { id: 'a', version: 0, edits: [] }, false],
    ['save_card', { columnId: 'a', title: 'a' }, false],
    ['save_card', { id: 'a', version: 1, title: 'a' }, false],
    ['save_card', { id: 'a', title: 'a' }, true],
    ['save_event', { title: 'a' }, false],
    ['save_event', { id: 'a', version: 1 }, false],
    ['save_event', { id: 'a' }, true],
    ['move_card', { id: 'a', columnId: 'b' }, true],
    ['trash', { type: 'note', id: 'a' }, true],
    ['undo', { batchId: 'a' }, true],
    ['write_file', { path: 'a', content: '' }, true],
    ['edit_file', { path: 'a', edits: [] }, true],
    ['a_tool_to_come', { version: 1 }, true],
    ['toString', {}, true],
    ['__proto__', {}, true],
  ])('auto-safe › %s %j: %s', (name, args, asks) => {
    expect(needsApproval(auto, writing(name), { ...args })).toBe(asks);
  });
});
