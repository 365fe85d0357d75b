import { ChevronDown, MessageSquarePlus, Settings, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useLocalModel, useLocalModelControl, useSetModelPath } from '../../api/local-model.ts';
import type { Providers } from '../../api/use-providers.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { ModelFile } from '../../ui/ModelFile.tsx';
import { ModelStatus } from '../../ui/ModelStatus.tsx';
import { ProviderChoice } from '../../ui/ProviderChoice.tsx';
import { chatShortcut, chatNames } from './actions.ts';
import { strings } from './strings.ts';

interface ChatHeadProps {
  readonly providers: Providers;
  readonly isOwner: boolean;
  readonly isShown: boolean;
  readonly isAnswering: boolean;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

/** Who answers, and how the built-in model is. */
export function ChatHead({ providers, isOwner, isShown, isAnswering, onNew, onClose }: ChatHeadProps): ReactNode {
  const { current } = providers;
  const [, go] = useLocation();
  return (
    <header className="chat-head">
      <div className="chat-bar">
        <h2 className="chat-title">{chatNames.chat}</h2>
        <IconButton icon={MessageSquarePlus} label={chatNames.newChat} onClick={onNew} />
        {isOwner && (
          <IconButton
            icon={Settings}
            label={strings.settings}
            onClick={() => {
              go('/settings/models');
            }}
          />
        )}
        <IconButton icon={X} label={strings.close} shortcut={chatShortcut} onClick={onClose} />
      </div>
      {current !== undefined && (
        <div className="chat-choice">
          <ProviderChoice providers={providers} />
        </div>
      )}
      {current?.kind === 'local' && current.isConfigured && <LocalState isOwner={isOwner} isShown={isShown} isAnswering={isAnswering} />}
    </header>
  );
}

/** One line on the built-in model; more of it when the user wants that, and when it has failed. */
function LocalState({ isOwner, isShown, isAnswering }: Pick<ChatHeadProps, 'isOwner' | 'isShown' | 'isAnswering'>): ReactNode {
  const { data } = useLocalModel(isShown, isAnswering);
  const control = useLocalModelControl(strings.statusFailed);
  const setPath = useSetModelPath();
  const [wanted, setWanted] = useState(false);
  if (data === undefined) return null;
  const isOpen = wanted || data.state === 'failed';
  return (
    <div className="chat-local">
      <button
        type="button"
        className="chat-local-toggle"
        aria-expanded={isOpen}
        aria-controls="chat-local"
        onClick={() => {
          setWanted(!isOpen);
        }}
      >
        <span>{strings.modelStatus}</span>
        {!isOpen && (
          <span className="chat-local-state" data-state={data.state}>
            {strings.localStates[data.state]}
          </span>
        )}
        <ChevronDown aria-hidden="true" />
      </button>
      <div id="chat-local" hidden={!isOpen}>
        {isOpen && <ModelStatus model={data} control={isOwner ? control : null} />}
        {isOpen && isOwner && <ModelFile onChoose={setPath} withField={data.state === 'failed'} />}
      </div>
    </div>
  );
}
