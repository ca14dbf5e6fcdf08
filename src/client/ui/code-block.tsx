// A piece of code to be taken along, with its copy button. Long lines wrap: what is copied is what is seen.
import { CopyButton } from './copy-button.tsx';

type CodeBlockProps = {
  code: string;
  /** What it is, shown above it: a file name, a place. */
  label: string;
  /** What is copied when it is not the code itself. */
  copyText?: string | undefined;
};

export function CodeBlock({ code, label, copyText }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-panel border border-line bg-raised">
      <figcaption className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-4 font-medium text-muted text-table">
        <span className="min-w-0 truncate">{label}</span>
        <CopyButton text={copyText ?? code} />
      </figcaption>
      <pre className="whitespace-pre-wrap break-words px-4 py-3.5 font-mono text-table">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
