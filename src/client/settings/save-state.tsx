// The save state of a settings screen, undo and redo, and messages about changes made elsewhere.
import { CircleAlert, CircleCheck, CloudOff, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useUnsaved } from '#client/form/leaving.ts';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, IconButton, SmallButton } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { SETTING_LABELS } from './labels.ts';
import type { SettingPath } from './paths.ts';
import type { SaveState } from './source.ts';
import { useSettingsState } from './use-widget-settings.ts';
import type { WidgetSettings } from './widget-settings.ts';

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Undo, redo, and the save state in two words. */
export function SaveBar({ settings }: { settings: WidgetSettings }) {
  const canUndo = useSettingsState(settings, (one) => one.canUndo());
  const canRedo = useSettingsState(settings, (one) => one.canRedo());
  useUndoKeys(settings);
  const key = isMac() ? '⌘' : 'Ctrl+';
  return (
    <div className="flex items-center gap-1">
      <IconButton label={`Undo (${key}Z)`} {...stepProps(canUndo, settings.undo)}>
        <Undo2 aria-hidden="true" size={17} />
      </IconButton>
      <IconButton label={`Redo (${isMac() ? '⇧⌘Z' : 'Ctrl+Shift+Z'})`} {...stepProps(canRedo, settings.redo)}>
        <Redo2 aria-hidden="true" size={17} />
      </IconButton>
      <SaveWords settings={settings} />
    </div>
  );
}

/** Not `disabled`, which would drop the focus after the last step. */
const stepProps = (isPossible: boolean, step: () => void) => ({
  // A step can change the whole screen.
  onClick: isPossible ? () => afterPaint(step) : undefined,
  'aria-disabled': !isPossible,
  className: isPossible ? undefined : 'opacity-50',
});

/** Gets the focus when a message whose button has it disappears. */
const STATUS_ID = 'save-state';

const LOOKS: Record<SaveState['kind'], { icon: ReactNode; text: string; tone: string }> = {
  saved: { icon: <CircleCheck aria-hidden="true" size={15} />, text: 'All changes saved', tone: 'text-muted' },
  saving: { icon: <Spinner />, text: 'Saving…', tone: 'text-muted' },
  refused: { icon: <CircleAlert aria-hidden="true" size={15} />, text: "can't be saved", tone: 'text-danger' },
  failed: { icon: <CloudOff aria-hidden="true" size={15} />, text: 'Not saved yet', tone: 'text-danger' },
  gone: { icon: <CircleAlert aria-hidden="true" size={15} />, text: 'Not saved', tone: 'text-danger' },
};

const namesOf = ([first, ...more]: readonly SettingPath[]): string =>
  first && more.length === 0 ? SETTING_LABELS[first] : `${more.length + 1} settings`;

function SaveWords({ settings }: { settings: WidgetSettings }) {
  const state = useSettingsState(settings, (one) => one.saveState());
  const { icon, text, tone } = LOOKS[state.kind];
  // Of a site that is deleted elsewhere meanwhile, what was typed stays.
  useUnsaved(state.kind !== 'saved');
  return (
    <span
      id={STATUS_ID}
      role="status"
      tabIndex={-1}
      className={`inline-flex items-center gap-1.5 px-2 text-table ${tone}`}
    >
      {icon}
      {state.kind === 'refused' ? `${namesOf(state.paths)} ${text}` : text}
    </span>
  );
}

/** A message with a button: when it disappears, the focus stays on the screen. */
function Note({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    return () => {
      if (own?.contains(document.activeElement)) document.getElementById(STATUS_ID)?.focus();
    };
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Messages about saving: it fails, or somebody else changed the same settings. */
export function SaveNotes({ settings }: { settings: WidgetSettings }) {
  const state = useSettingsState(settings, (one) => one.saveState());
  const overtaken = useSettingsState(settings, (one) => one.overtaken());
  const names = (Object.keys(overtaken) as SettingPath[]).map((path) => SETTING_LABELS[path]);
  return (
    <>
      {state.kind === 'failed' && (
        <Note>
          <Alert
            tone="danger"
            title="Your changes aren't saved yet"
            action={<SmallButton onClick={() => void settings.saveNow()}>Try again</SmallButton>}
          >
            {state.message}{' '}
            {state.isRetrying ? "They're kept in this browser, and we keep trying." : "They're kept in this browser."}
          </Alert>
        </Note>
      )}
      {state.kind === 'gone' && (
        <Alert tone="danger" title="This site no longer exists">
          It was deleted elsewhere, so these settings can't be saved.
        </Alert>
      )}
      {names.length > 0 && (
        <Note>
          <Alert
            tone="proof"
            isNews
            title={
              names.length === 1 ? 'A setting was changed elsewhere' : `${names.length} settings were changed elsewhere`
            }
            action={
              <span className="flex gap-2">
                <SmallButton onClick={() => settings.settleOvertaken('mine')}>Use mine</SmallButton>
                <Button variant="ghost" size="sm" onClick={() => settings.settleOvertaken('theirs')}>
                  Keep theirs
                </Button>
              </span>
            }
          >
            You had changed {names.length === 1 ? 'it' : 'them'} here, too. The screen shows the newer values:{' '}
            {names.join(', ')}.
          </Alert>
        </Note>
      )}
    </>
  );
}

/** Text fields have the browser's own undo, except those that are marked as showing a setting. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  !('settled' in target.dataset) &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type)));

function useUndoKeys(settings: WidgetSettings): void {
  // Like all shortcuts, before the first paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && !event.shiftKey);
      if (!isRedo && key !== 'z') return;
      event.preventDefault();
      if (isRedo) settings.redo();
      else settings.undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [settings]);
}
