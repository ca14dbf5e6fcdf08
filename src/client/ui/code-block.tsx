// A block of code with a copy button. Long lines wrap, so that all of the code is visible.
import { CopyButton } from './copy-button.tsx';

type CodeBlockProps = {
  code: string;
  /** Shown above the code: a file name, a place. */
  label: string;
  /** Copied instead of the code. */
  copyText?: string | undefined;
  /** Whether copying it is what the screen is about. */
  isMain?: boolean | undefined;
  /** Whether the code opens by a press: it is there to be copied rather than read. */
  isFolded?: boolean | undefined;
};

export function CodeBlock({ code, label, copyText, isMain, isFolded = false }: CodeBlockProps) {
  const block = (
    <pre className="whitespace-pre-wrap break-words px-4 py-3.5 font-mono text-table">
      <code>{code}</code>
    </pre>
  );
  return (
    <figure className="overflow-hidden rounded-panel border border-line bg-raised">
      <figcaption className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 font-medium text-muted text-table">
        <span className="min-w-0 truncate">{label}</span>
        <CopyButton text={copyText ?? code} isMain={isMain} />
      </figcaption>
      {isFolded ? (
        <details>
          <summary className="cursor-pointer px-4 py-2.5 font-medium text-accent text-table">Show the text</summary>
          {block}
        </details>
      ) : (
        block
      )}
    </figure>
  );
}
