// The menu of the right mouse button: what can be done with what lies under it.

import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron';

type Item = MenuItemConstructorOptions;

export type ContextFacts = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'hasImageContents' | 'isEditable' | 'linkURL' | 'mediaType' | 'misspelledWord' | 'selectionText'
>;

interface ContextActions {
  readonly replace: (word: string) => void;
  readonly learn: (word: string) => void;
  readonly copyLink: () => void;
  readonly saveImage: () => void;
}

/** The items for what was clicked; none where there is nothing to do. Pure. */
export function contextTemplate(facts: ContextFacts, actions: ContextActions): Item[] {
  const { editFlags, isEditable } = facts;
  const sections: Item[][] = [
    spelling(facts, actions),
    /^https?:/.test(facts.linkURL) ? [{ label: 'Copy Link', click: actions.copyLink }] : [],
    facts.mediaType === 'image' && facts.hasImageContents ? [{ label: 'Save Image…', click: actions.saveImage }] : [],
    isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : facts.selectionText.trim() === ''
        ? []
        : [{ role: 'copy', enabled: editFlags.canCopy }],
  ];
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, index) => (index === 0 ? section : [{ type: 'separator' as const }, ...section]));
}

function spelling({ dictionarySuggestions, misspelledWord }: ContextFacts, { replace, learn }: ContextActions): Item[] {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word): Item => ({
    label: word.replaceAll('&', '&&'),
    click: () => {
      replace(word);
    },
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No Suggestions', enabled: false }]),
    {
      label: 'Add to Dictionary',
      click: () => {
        learn(misspelledWord);
      },
    },
  ];
}

/** Shows the menu wherever the user asks for it in `contents`. */
export function offerContextMenu(contents: WebContents, copyText: (text: string) => void): void {
  contents.on('context-menu', (_event, params) => {
    const items = contextTemplate(params, {
      replace: (word) => {
        contents.replaceMisspelling(word);
      },
      learn: (word) => {
        contents.session.addWordToSpellCheckerDictionary(word);
      },
      copyLink: () => {
        copyText(params.linkURL);
      },
      saveImage: () => {
        contents.downloadURL(params.srcURL);
      },
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
