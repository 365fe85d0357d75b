import { useState } from 'react';
import { useService } from '../../api/service.ts';
import type { Capture } from './captures.ts';
import { usualTime, type When } from './moment.ts';

/** The name under which it is kept. */
const choiceDraft = 'capture/choice';

interface Choice {
  readonly kind: Capture['kind'];
  /** Null for the usual time. */
  readonly when: When | null;
}

/** What it is kept as, and when it takes place. Chosen otherwise than usual, it outlives the page until it is sent. */
export function useKeptChoice() {
  const { drafts } = useService();
  const [choice, become] = useState(() => (drafts.read(choiceDraft) as Choice | null) ?? ({ kind: 'note', when: null } satisfies Choice));
  const [usual] = useState(() => usualTime(new Date()));
  const choose = (next: Choice): void => {
    drafts.write(choiceDraft, next);
    become(next);
  };
  return {
    kind: choice.kind,
    when: choice.when ?? usual,
    setKind: (kind: Capture['kind']): void => {
      choose({ ...choice, kind });
    },
    setWhen: (when: When): void => {
      choose({ ...choice, when });
    },
    /** It is sent: on this page the choice stays, the next one begins with the usual. */
    forget: (): void => {
      drafts.drop(choiceDraft);
    },
  };
}
