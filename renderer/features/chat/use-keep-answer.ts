import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { cutText } from '../../../main/contract/cut-text.ts';
import { notePath } from '../../../main/contract/page-paths.ts';
import { openNote } from '../../actions/open-record.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { created } from '../../api/undoable.ts';
import { notify } from '../../ui/toasts.ts';
import type { ChatExchange } from './chat-store.ts';
import { strings } from './strings.ts';
import { sourcePath } from './ask-notes.ts';

/** The longest title that is made of a question, in UTF-16 units. */
const maxTitle = 80;

/** A title for the answer to a question: its first line that says something, cut between words; `fallback` if there is none. */
export function titleFor(question: string, fallback: string): string {
  const line =
    question
      .split('\n')
      .map((part) => part.replace(/^[#>*\-\s]+/, '').trim())
      .find((part) => part !== '') ?? fallback;
  if (line.length <= maxTitle) return line;
  const cut = cutText(line, maxTitle - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > maxTitle / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** Puts an answer into the note that is open, at the cursor; where there is none, it becomes a note of its own. */
export function useKeepAnswer(): (exchange: ChatExchange) => void {
  const { client, connection, history } = useService();
  const [, go] = useLocation();
  const { mutate } = useMutation({
    mutationFn: async ({ title, content, key }: { readonly title: string; readonly content: string; readonly key: string }) => {
      const since = connection.lastSeq;
      const note = await client.call(routes.createNote, { body: { title, content }, idempotencyKey: key });
      history.made(strings.noteMade, since, [created('note', note)]);
      return note;
    },
    meta: { failed: strings.noteFailed },
    onSuccess: ({ id }) => {
      notify({
        title: strings.noteMade,
        action: {
          name: strings.openNote,
          perform: () => {
            go(notePath(id));
          },
        },
      });
    },
  });
  return (exchange) => {
    const { question } = exchange;
    const text = keptText(exchange);
    const note = openNote();
    if (note === null || note.insert === null) {
      mutate({ title: titleFor(question, strings.noteUntitled), content: text, key: crypto.randomUUID() });
      return;
    }
    note.insert(text);
    notify({ title: strings.inserted(note.title() === '' ? strings.untitled : note.title()) });
  };
}

/** The answer with what it stands on. */
function keptText({ answer: { text }, sources }: ChatExchange): string {
  if (sources === null || sources.items.length === 0) return text;
  const lines = sources.items.map((source) => `${source.number}. [${source.title.replace(/[\\[\]]/g, '\\$&')}](${sourcePath(source)})`);
  return `${text.trimEnd()}\n\n${strings.sources}:\n\n${lines.join('\n')}\n`;
}
