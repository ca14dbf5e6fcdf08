// A document where it is read: waiting, loaded, failed, and scrolled to the heading that its address names.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DocumentBody } from './document-body.tsx';
import { useDocumentBody } from './documents.ts';

type DocumentPageProps = Pick<Parameters<typeof DocumentBody>[0], 'slug' | 'values'> & {
  /** Its path in content/, without `.md`. */
  name: string;
};

export const DocumentPage = (props: DocumentPageProps) => <LoadedDocument key={props.name} {...props} />;

function LoadedDocument({ name, ...rest }: DocumentPageProps) {
  const { body, hasFailed, retry } = useDocumentBody(name);
  useSectionScroll(body !== undefined);
  if (body) return <DocumentBody body={body} {...rest} />;
  if (!hasFailed) return <Waiting />;
  return (
    <Alert
      tone="danger"
      title="Couldn't load this page"
      action={
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      Check your connection. If that doesn't help, reload the page.
    </Alert>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading" className="max-w-[38rem] space-y-3">
    {['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'].map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
      <Skeleton key={at} className={`h-4 ${width}`} />
    ))}
  </div>
);

/** Goes to the heading in the address once the document is there: the router looked for it too early. */
function useSectionScroll(isThere: boolean): void {
  const { hash, key } = useLocation();
  const wasThere = useRef(false);
  useLayoutEffect(() => {
    if (isThere && !wasThere.current && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    wasThere.current = isThere;
  }, [isThere, hash]);
  // The keyboard goes on from there, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, even to the same heading.
  useEffect(() => {
    const heading = isThere && hash ? document.getElementById(hash.slice(1)) : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isThere, hash, key]);
}
