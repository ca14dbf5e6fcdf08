// Where a file is chosen or dropped.
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type FileDropProps = {
  /** Of the input, for screen readers. */
  label: string;
  /** As of an input: types and endings of files. */
  accept: string;
  onFile: (file: File | undefined) => void;
};

export function FileDrop({ label, accept, onFile }: FileDropProps) {
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
        accept={accept}
        aria-label={label}
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
