/** What the frame says of the runs of agents before their page is there; the rest comes with it. */
export const names = {
  runs: 'Runs',
  group: 'Agent',
  ask: 'Ask the agent',
  askNote: 'Ask the agent about this note',
  askSelection: 'Ask the agent about the selected text',
  askCard: 'Ask the agent about this card',
  waiting: (count: number): string => (count === 1 ? '1 run waits for you' : `${count} runs wait for you`),
} as const;
