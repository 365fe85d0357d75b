import './sources.css';
import { CalendarDays, FileText, SquareKanban, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { AskSource } from '../../../main/contract/ask.ts';
import { sourcePath, type Sources } from './ask-notes.ts';
import { strings } from './strings.ts';

const icons: Readonly<Record<AskSource['type'], LucideIcon>> = { note: FileText, card: SquareKanban, event: CalendarDays };

/** What an answer stands on, by the numbers that it names. */
export function SourceList({ sources: { items, meaning } }: { readonly sources: Sources }): ReactNode {
  if (items.length === 0) return null;
  return (
    <section className="sources" aria-label={strings.sources}>
      <h3 className="sources-title">{strings.sources}</h3>
      <ol className="sources-list">
        {items.map((source) => {
          const Icon = icons[source.type];
          return (
            <li key={source.id}>
              <Link href={sourcePath(source)} className="source">
                <span className="source-number">{source.number}</span>
                <span className="source-title">
                  <Icon aria-label={strings.sourceTypes[source.type]} role="img" />
                  <span>{source.title === '' ? strings.untitled : source.title}</span>
                </span>
                {source.snippet !== '' && <span className="source-snippet">{source.snippet}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
      {meaning === 'failed' && <p className="answer-end">{strings.meaningFailed}</p>}
    </section>
  );
}

/** Numbers in brackets, such as [1] or [2, 3]; the groups hold the numbers. */
const citation = /\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/;

/** A text of an answer in which the numbers of sources are links to them. */
export function Cited({ text, sources }: { readonly text: string; readonly sources: readonly AskSource[] }): ReactNode {
  // Every second part is what stood in brackets.
  return text.split(citation).map((part, index) => {
    if (index % 2 === 0) return part;
    const named = part.split(',').map((number) => sources.find((source) => source.number === Number(number)));
    if (named.some((source) => source === undefined)) return `[${part}]`;
    return (
      <Fragment key={index}>
        {named.map(
          (source) =>
            source !== undefined && (
              <Link
                key={source.id}
                href={sourcePath(source)}
                className="citation"
                title={source.title}
                aria-label={strings.sourceNamed(source.number, source.title)}
              >
                {source.number}
              </Link>
            ),
        )}
      </Fragment>
    );
  });
}
