import type { EditorView } from 'prosemirror-view';
import { useEffect, useMemo } from 'react';
import type { LinkedType } from '../../../../main/contract/mentions.ts';
import { targetsIn } from '../../../ui/links/link-targets.ts';
import { useRecordLinks } from '../../../ui/links/use-record-links.ts';
import { tellTargets } from '../editor/mentions.ts';

/** As `useRecordLinks`; tells the editor of the text where its links lead. */
export function useLinkTargets(type: LinkedType, id: string | null, view: EditorView | null) {
  const query = useRecordLinks(type, id);
  const { data } = query;
  const targets = useMemo(() => (data === undefined ? null : targetsIn(data)), [data]);
  useEffect(() => {
    if (view !== null && targets !== null) tellTargets(view, targets);
  }, [view, targets]);
  return query;
}
