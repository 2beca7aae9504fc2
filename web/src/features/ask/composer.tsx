import { ArrowUp, CornerDownLeft, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import type { AskScope } from '../../data/chats.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { insertMention, mentionAt } from './mention.ts';
import { ScopeChips } from './scope-chips.tsx';
import {
  matchingOptions,
  type ScopeOption,
  scopeKinds,
  toggleOption,
  useScopeOptions,
} from './scope-options.ts';
import { texts } from './texts.ts';

/** As the API accepts it. */
const questionMax = 10_000;
const mentionsMax = 8;

interface ComposerProps {
  projectId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText(text: string): void;
  scope: AskScope;
  onScope(scope: AskScope): void;
  ownFile?: string | undefined;
  lastQuestion: string | undefined;
  hasModel: boolean;
  isRunning: boolean;
  narrow: boolean;
  onAsk(question: string): void;
  onStop(): void;
}

/** The input: Enter asks, Shift+Enter starts a line, ↑ in an empty input brings back the last question, `@` names a scope. */
export function Composer(props: ComposerProps) {
  const { projectId, inputRef, text, onText, scope, onScope, lastQuestion, hasModel, isRunning, narrow } =
    props;
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const [hasOpened, setHasOpened] = useState(false);
  const listId = useId();
  const mention = mentionAt(text, caret);
  const isMentioning = mention !== undefined && dismissed !== mention.typed;
  const hasScope = scopeKinds.some((kind) => scope[kind].length > 0);
  const options = useScopeOptions(projectId, isMentioning || hasOpened || hasScope);
  const found = isMentioning
    ? matchingOptions(
        scopeKinds.flatMap((kind) => options[kind]),
        mention.typed,
        mentionsMax,
      )
    : [];
  const isTooLong = text.length > questionMax;
  useGrowingHeight(inputRef, text);

  const choose = (option: ScopeOption) => {
    if (!mention) return;
    const next = insertMention(text, caret, mention.start, option.name);
    onText(next.text);
    setCaret(next.caret);
    if (!scope[option.kind].includes(option.id)) onScope(toggleOption(scope, option));
    requestAnimationFrame(() => inputRef.current?.setSelectionRange(next.caret, next.caret));
  };
  const ask = () => {
    if (text.trim() !== '' && !isTooLong) props.onAsk(text.trim());
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const option = found[chosen] ?? found[0];
    if (option && isMentioning) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setChosen((chosen + step + found.length) % found.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(option);
      else if (event.key === 'Escape') setDismissed(mention.typed);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      ask();
    } else if (event.key === 'ArrowUp' && text === '' && lastQuestion) {
      event.preventDefault();
      onText(lastQuestion);
    } else if (event.key === 'Escape' && isRunning && !event.defaultPrevented) {
      event.preventDefault();
      props.onStop();
    }
  };
  // The panel has no room for what the project does not have.
  const hasStudies = useProject(projectId).test_count > 0 || scope.tests.length > 0;
  const kinds = scopeKinds.filter((kind) => kind !== 'tests' || !narrow || hasStudies);
  const chips = (
    <ScopeChips
      scope={scope}
      onChange={onScope}
      options={options}
      onOpen={() => setHasOpened(true)}
      ownFile={props.ownFile}
      kinds={kinds}
      narrow={narrow}
    />
  );
  const name = hasModel ? texts.ask : texts.find;
  const button = isRunning ? (
    <Button
      onClick={props.onStop}
      aria-label={texts.stop}
      className={narrow ? 'control-square shrink-0 px-0!' : 'shrink-0'}
    >
      <Square size={12} fill="currentColor" aria-hidden="true" /> {!narrow && texts.stop}
    </Button>
  ) : (
    <Button
      variant="primary"
      onClick={ask}
      disabled={text.trim() === '' || isTooLong}
      aria-label={name}
      title={narrow ? name : undefined}
      className={narrow ? 'control-square shrink-0 px-0!' : 'shrink-0'}
    >
      {narrow ? (
        <ArrowUp size={16} strokeWidth={2} aria-hidden="true" />
      ) : (
        <>
          {name}
          <CornerDownLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        </>
      )}
    </Button>
  );

  return (
    <div className="relative">
      {isMentioning && (
        <div className="absolute inset-x-0 bottom-full z-20 mb-1.5 rounded-lg border border-line bg-surface p-1 shadow-xl">
          <div id={listId} role="listbox" aria-label={texts.mentions}>
            {found.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the input choose it.
              <div
                key={`${option.kind} ${option.id}`}
                id={`${listId} ${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className="control flex cursor-default items-center gap-2 rounded-md px-2 aria-selected:bg-sunken"
              >
                {option.kind === 'tags' && <TagDot color={option.color} />}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {option.name}
                </span>
                <span className="text-sm text-soft">{texts.kinds[option.kind]}</span>
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p className="px-2 py-1.5 text-sm text-soft">{texts.noMention(mention.typed)}</p>
          )}
        </div>
      )}
      {narrow && <div className="mb-2">{chips}</div>}
      <div
        className={`rounded-lg border border-edge bg-surface focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/40 ${narrow ? 'flex flex-wrap items-end gap-1 p-1' : 'p-2'}`}
      >
        <textarea
          ref={inputRef}
          rows={1}
          value={text}
          aria-label={texts.question}
          aria-invalid={isTooLong || undefined}
          aria-autocomplete="list"
          aria-controls={isMentioning ? listId : undefined}
          aria-activedescendant={
            found.length > 0 ? `${listId} ${Math.min(chosen, found.length - 1)}` : undefined
          }
          placeholder={placeholderOf(narrow, lastQuestion !== undefined)}
          onChange={({ target }) => {
            onText(target.value);
            setCaret(target.selectionStart);
            setChosen(0);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={handleKey}
          className={`block max-h-48 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-1 text-md outline-none placeholder:text-soft pointer-coarse:min-h-11 pointer-coarse:py-2.5 ${narrow ? '' : 'w-full'}`}
        />
        {narrow && button}
        {isTooLong && (
          <p role="alert" className="basis-full px-1.5 text-sm text-danger">
            {texts.tooLong(questionMax)}
          </p>
        )}
        {!narrow && (
          <div className="mt-1 flex items-center justify-between gap-2">
            {chips}
            {button}
          </div>
        )}
      </div>
    </div>
  );
}

const placeholderOf = (narrow: boolean, isFollowUp: boolean): string =>
  narrow
    ? isFollowUp
      ? texts.placeholderFollowUpShort
      : texts.placeholderShort
    : isFollowUp
      ? texts.placeholderFollowUp
      : texts.placeholder;

/** The input is as high as its text, up to its maximum. */
function useGrowingHeight(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [ref, text]);
}
