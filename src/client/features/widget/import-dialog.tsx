// Imports settings: a file is chosen, dropped or pasted, what would change is shown, and only then it changes: all of it
// or nothing, as one step of undo.
import { useState } from 'react';
import { type Failure, failureOf } from '#client/auth/failures.ts';
import {
  type FileIssue,
  isTooLarge,
  keyOf,
  type ReadFile,
  readSettings,
  TOO_LARGE,
} from '#client/settings/exchange.ts';
import { differingPaths, pick, type SettingChanges, type Settings, withChanges } from '#client/settings/paths.ts';
import { issuesOf } from '#client/settings/source.ts';
import { useSettingsState } from '#client/settings/use-widget-settings.ts';
import type { WidgetSettings } from '#client/settings/widget-settings.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { FileDrop } from '#client/ui/file-drop.tsx';
import { Textarea } from '#client/ui/input.tsx';
import { toast } from '#client/ui/toast.tsx';
import { Differences } from './differences.tsx';

const ISSUES_MAX = 6;

async function readFile(file: File): Promise<ReadFile> {
  if (isTooLarge(file)) return { isOk: false, issues: [TOO_LARGE] };
  try {
    return readSettings(await file.text());
  } catch {
    return { isOk: false, issues: [{ key: '', message: "The file can't be read" }] };
  }
}

const changesText = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;

/** @returns what the server refused, by its place in the file. */
const fileIssuesOf = (failure: Failure, sent: SettingChanges): FileIssue[] =>
  [...issuesOf(failure, sent)].flatMap(([path, issues]) =>
    issues.map(({ place, message }) => {
      const parts = [path, ...place.split('.').filter(Boolean)];
      return { key: keyOf(['settings', ...parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part))]), message };
    }),
  );

export function ImportDialog({ settings, onClose }: { settings: WidgetSettings; onClose: () => void }) {
  const own = useSettingsState(settings, (one) => one.own());
  const [file, setFile] = useState<ReadFile | null>(null);
  const found = file?.isOk ? file : null;
  /** What is compared, while it is being saved. */
  const [saving, setSaving] = useState<Settings | null>(null);
  const [failure, setFailure] = useState('');
  const now = saving ?? own;
  const next = found && withChanges(now, found.changes);
  const paths = next ? differingPaths(now, next) : [];

  const apply = async () => {
    if (!found) return;
    setFailure('');
    setSaving(own);
    try {
      await settings.saveWhole(pick(found.changes, (path) => paths.includes(path)));
    } catch (error) {
      setSaving(null);
      const refused = failureOf(error);
      const named = fileIssuesOf(refused, found.changes);
      return named.length > 0 ? setFile({ isOk: false, issues: named }) : setFailure(refused.message);
    }
    toast({
      title: 'Settings imported',
      description: `${changesText(paths.length)}. Undo takes them back.`,
      tone: 'success',
    });
    onClose();
  };
  const isBusy = saving !== null;
  const leave = () => isBusy || onClose();
  const from = found?.site ? `From ${found.site}. ` : '';
  const isSame = found !== null && paths.length === 0;
  const nothingYet = found ? `${from}Nothing has changed yet.` : 'You will see what changes before anything does.';
  return (
    <Dialog
      isOpen
      size={found ? 'lg' : undefined}
      onOpenChange={(isOpen) => !isOpen && leave()}
      title="Import settings"
      description={isSame ? undefined : nothingYet}
      footer={
        <>
          <Button variant="secondary" onClick={leave} disabled={isBusy}>
            {isSame ? 'Close' : 'Cancel'}
          </Button>
          {paths.length > 0 && (
            <Button onClick={apply} isBusy={isBusy}>
              Import {changesText(paths.length)}
            </Button>
          )}
        </>
      }
    >
      {isSame ? (
        <div>
          <p className="font-semibold">Nothing to change</p>
          <p className="text-muted">{from}These settings are the same as yours.</p>
        </div>
      ) : next ? (
        <div className="grid gap-5">
          {failure && (
            <Alert tone="danger" title="Couldn't import the settings">
              {failure} Your settings stay as they are.
            </Alert>
          )}
          <Differences paths={paths} now={now} then={next} />
        </div>
      ) : (
        <div className="grid gap-5">
          {file && !file.isOk && <Issues issues={file.issues} />}
          <FileDrop
            label="Settings file"
            accept=".json,application/json"
            onFile={async (chosen) => chosen && setFile(await readFile(chosen))}
          />
          <Paste onText={(text) => setFile(readSettings(text))} />
        </div>
      )}
    </Dialog>
  );
}

function Issues({ issues }: { issues: readonly FileIssue[] }) {
  return (
    <Alert tone="danger" title="This can't be imported">
      <ul className="grid gap-1">
        {issues.slice(0, ISSUES_MAX).map(({ key, message }) => (
          <li key={`${key} ${message}`} className="wrap-anywhere">
            {key && <code className="font-mono text-meta">{key}: </code>}
            {message}
          </li>
        ))}
        {issues.length > ISSUES_MAX && <li>and {issues.length - ISSUES_MAX} more</li>}
      </ul>
      <p className="mt-1">Your settings stay as they are.</p>
    </Alert>
  );
}

function Paste({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <div className="grid gap-2">
      <Field label="Or paste its text">
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={({ target }) => setText(target.value)}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        )}
      </Field>
      <Button
        variant="secondary"
        className="justify-self-end"
        disabled={text.trim() === ''}
        onClick={() => onText(text)}
      >
        Compare
      </Button>
    </div>
  );
}
