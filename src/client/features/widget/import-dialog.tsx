// Imports settings: a file is chosen, dropped or pasted, what would change is shown, and only then it changes, as one
// step of undo.
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { FILE_MAX_BYTES, type FileIssue, readSettings } from '#client/settings/exchange.ts';
import { differingPaths, type SettingChanges, withChanges } from '#client/settings/paths.ts';
import { useSettings, useSettingsSource } from '#client/settings/scope.tsx';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Textarea } from '#client/ui/input.tsx';
import { toast } from '#client/ui/toast.tsx';
import { Differences } from './differences.tsx';

type Found = { changes: SettingChanges; site: string | undefined };

const ISSUES_MAX = 6;

/** @returns the file's text, or what is wrong with the file itself. */
async function textOf(file: File): Promise<string | FileIssue> {
  if (file.size > FILE_MAX_BYTES) {
    return { key: '', message: `Larger than ${FILE_MAX_BYTES / 1024} kB: no settings take that much` };
  }
  try {
    return await file.text();
  } catch {
    return { key: '', message: "The file can't be read" };
  }
}

const settingsCount = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const source = useSettingsSource();
  const settings = useSettings();
  const [issues, setIssues] = useState<FileIssue[]>([]);
  const [found, setFound] = useState<Found | null>(null);
  const next = found && withChanges(settings, found.changes);
  const paths = next ? differingPaths(settings, next) : [];

  const take = (text: string) => {
    const file = readSettings(text);
    setIssues(file.isOk ? [] : file.issues);
    setFound(file.isOk ? { changes: file.changes, site: file.site } : null);
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const text = await textOf(file);
    if (typeof text === 'string') take(text);
    else setIssues([text]);
  };
  const apply = () => {
    if (!found) return;
    source.change(
      Object.fromEntries(Object.entries(found.changes).filter(([path]) => paths.some((one) => one === path))),
    );
    toast({
      title: 'Settings imported',
      description: `${settingsCount(paths.length)}. Undo takes them back.`,
      tone: 'success',
    });
    onClose();
  };

  const close = (
    <Button variant="secondary" onClick={onClose}>
      {found && paths.length === 0 ? 'Close' : 'Cancel'}
    </Button>
  );
  if (found && next) {
    const from = found.site ? `From ${found.site}. ` : '';
    return (
      <Dialog
        isOpen
        size="lg"
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Import settings"
        description={paths.length === 0 ? undefined : `${from}Nothing has changed yet.`}
        footer={
          <>
            {close}
            {paths.length > 0 && <Button onClick={apply}>Import {settingsCount(paths.length)}</Button>}
          </>
        }
      >
        {paths.length === 0 ? (
          <div>
            <p className="font-semibold">Nothing to change</p>
            <p className="text-muted">{from}These settings are the same as yours.</p>
          </div>
        ) : (
          <Differences paths={paths} now={settings} then={next} />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Import settings"
      description="You will see what changes before anything does."
      footer={close}
    >
      <div className="grid gap-5">
        {issues.length > 0 && <Issues issues={issues} />}
        <FileDrop onFile={takeFile} />
        <Paste onText={take} />
      </div>
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

function FileDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event);
        onFile(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'grid justify-items-center gap-3 rounded-panel border border-dashed px-4 py-6 text-center transition-colors duration-100',
        isOver ? 'border-accent bg-accent-tint' : 'border-field bg-raised',
      )}
    >
      <Button variant="secondary" icon={<FileUp aria-hidden="true" size={16} />} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="text-muted text-table">or drop it here</p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Settings file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // The same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </div>
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
