import { useState } from 'react';
import { useLocation } from 'wouter';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';

interface KeepAsNote {
  /** A note is being made. */
  readonly isBusy: boolean;
  /** Makes the note, by `make`, which gives its id, and shows it once `made` was called; tells where that fails. Never rejects. */
  readonly keep: (make: () => Promise<string>, made: () => void) => Promise<void>;
}

/** For a text that cannot be saved where it was typed. */
export function useKeepAsNote(): KeepAsNote {
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const keep: KeepAsNote['keep'] = async (make, made) => {
    setBusy(true);
    try {
      const id = await make();
      made();
      notify({ title: strings.kept });
      go(notePath(id));
    } catch (error) {
      notify({ title: strings.keepFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, keep };
}
