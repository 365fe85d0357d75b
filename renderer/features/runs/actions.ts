import { Bot, FileQuestion, TextSelect } from 'lucide-react';
import type { Action, ActionContext } from '../../actions/action.ts';
import { openCard, openNote } from '../../actions/open-record.ts';
import { askAgent } from './ask-agent.ts';

/** What the frame says of the runs of agents before their page is there; the rest comes with it. */
export const runNames = {
  runs: 'Runs',
  group: 'Agent',
  ask: 'Ask the agent',
  askNote: 'Ask the agent about this note',
  askSelection: 'Ask the agent about the selected text',
  askCard: 'Ask the agent about this card',
  waiting: (count: number): string => (count === 1 ? '1 run waits for you' : `${count} runs wait for you`),
} as const;

/** What can be done with the agent on every page. */
export function runsActions(context: ActionContext): readonly Action[] {
  const askNote = (excerpt: string): void => {
    const note = openNote();
    if (note !== null) askAgent(context, { type: 'note', id: note.id, title: note.title(), excerpt });
  };
  const selection = (): string => openNote()?.selection() ?? '';
  return [
    {
      id: 'runs.ask',
      name: runNames.ask,
      group: runNames.group,
      icon: Bot,
      words: ['task', 'run', 'ai', 'assistant', 'llm'],
      perform: () => {
        askAgent(context, null);
      },
    },
    {
      id: 'runs.askNote',
      name: runNames.askNote,
      group: runNames.group,
      icon: FileQuestion,
      words: ['task', 'ai'],
      when: () => openNote() !== null,
      perform: () => {
        askNote(selection());
      },
    },
    {
      id: 'runs.askSelection',
      name: runNames.askSelection,
      group: runNames.group,
      icon: TextSelect,
      words: ['task', 'ai'],
      when: () => selection() !== '',
      perform: () => {
        askNote(selection());
      },
    },
    {
      id: 'runs.askCard',
      name: runNames.askCard,
      group: runNames.group,
      icon: Bot,
      words: ['task', 'ai'],
      when: () => openCard() !== null,
      perform: () => {
        const card = openCard();
        if (card !== null) askAgent(context, { type: 'card', ...card, excerpt: '' });
      },
    },
  ];
}
