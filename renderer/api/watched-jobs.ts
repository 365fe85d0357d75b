// Which kinds of long work a part of the page waits for and tells of by itself: a message besides would say it twice.

const watched: string[] = [];

/** Until the function that comes back is called, failures of this kind of work are told by who has called. */
export function watchFailures(kind: string): () => void {
  watched.push(kind);
  return () => {
    watched.splice(watched.indexOf(kind), 1);
  };
}

export const watchesFailures = (kind: string): boolean => watched.includes(kind);
