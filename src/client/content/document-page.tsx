// A document where it is read: waiting, loaded, failed, and scrolled to the heading that its address names.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { NotLoaded } from '../ui/load-later.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
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
  return hasFailed ? <NotLoaded title="Couldn't load this page" onRetry={retry} /> : <Waiting />;
}

const Waiting = () => (
  <Skeletons
    label="Loading"
    sizes={['h-4 w-full', 'h-4 w-11/12', 'h-4 w-4/5', 'h-4 w-full', 'h-4 w-2/3']}
    className="max-w-[40rem] space-y-3"
  />
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
