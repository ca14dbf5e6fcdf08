// The picture of a data statement: who sends what to whom. Columns with arrows between them on a desk, from top to bottom on a
// phone; read out in the same order.
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Database,
  Image,
  MonitorSmartphone,
  Server,
  Store,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import type { DataStatement } from '#shared/contract/data-statement.ts';

const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

export function DataFlow({ statement }: { statement: DataStatement }) {
  const { server, sources, storage, others } = statement;
  const hasSources = sources.length > 0;
  const hosts = [...others.hosts, ...(others.isAnywhere ? ['any other host'] : [])];
  return (
    <figure aria-label="Where data goes" className="@container rounded-panel border border-line bg-surface p-4 md:p-6">
      <div className="grid gap-2 @3xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,5fr)_minmax(0,5fr)] @3xl:gap-x-3 @3xl:gap-y-4">
        <Stop
          icon={<MonitorSmartphone {...ICON} />}
          title="Visitor's browser"
          className={
            hosts.length > 0 ? '@3xl:col-start-1 @3xl:row-span-2 @3xl:row-start-1' : '@3xl:col-start-1 @3xl:row-start-2'
          }
        >
          No cookie, no ID. {storage.length} entries in local storage.
        </Stop>
        <div className="grid content-center gap-3 py-1 @3xl:col-start-2 @3xl:row-start-2">
          <Arrow>Which notification was seen, clicked or closed, on which path, on what kind of device</Arrow>
          <Arrow isBack>The script and the notifications</Arrow>
        </div>
        {hasSources && (
          <>
            <Stop icon={<Store {...ICON} />} title="Your sources" className="@3xl:col-start-1 @3xl:row-start-3">
              {list(sources)}
            </Stop>
            <div className="grid content-center py-1 @3xl:col-start-2 @3xl:row-start-3">
              <Arrow>Orders, sign-ups and reviews: names, place, product and amount</Arrow>
            </div>
          </>
        )}
        <Stop
          icon={<Server {...ICON} />}
          title={server.host}
          className={classNames('@3xl:col-start-3 @3xl:row-start-2', hasSources && '@3xl:row-span-2')}
        >
          Network addresses stay in memory, hashed, for a day at most. Nothing is logged.
        </Stop>
        <div
          className={classNames(
            'grid content-center gap-3 py-1 @3xl:col-start-4 @3xl:row-start-2',
            hasSources && '@3xl:row-span-2 @3xl:gap-6',
          )}
        >
          <Arrow>Counts by hour, day, page and device</Arrow>
          {hasSources && <Arrow>Events, with email addresses only as hashes</Arrow>}
        </div>
        <Stop
          icon={<Database {...ICON} />}
          title={server.database}
          className={classNames('@3xl:col-start-5 @3xl:row-start-2', hasSources && '@3xl:row-span-2')}
        >
          No record of any visitor.{hasSources && ' Events are deleted after the days below.'}
        </Stop>
        {hosts.length > 0 && (
          <>
            <div className="grid content-center py-1 @max-3xl:mt-4 @3xl:col-start-2 @3xl:row-start-1">
              <Arrow>
                <span className="@3xl:hidden">From the browser: the</span>
                <span className="@max-3xl:hidden">The</span> network address, to load a picture
              </Arrow>
            </div>
            <Stop icon={<Image {...ICON} />} title="Picture hosts" className="@3xl:col-start-3 @3xl:row-start-1">
              {list(hosts)}
            </Stop>
          </>
        )}
      </div>
    </figure>
  );
}

const ICON = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const;

type StopProps = { icon: ReactNode; title: string; className: string; children: ReactNode };

const Stop = ({ icon, title, className, children }: StopProps) => (
  <div className={`flex flex-col justify-center rounded-panel border border-line bg-raised px-3 py-3 ${className}`}>
    <p className="flex items-center gap-2 font-semibold">
      <span className="shrink-0 text-accent">{icon}</span>
      <span className="wrap-anywhere min-w-0">{title}</span>
    </p>
    <p className="wrap-anywhere mt-1 text-pretty text-muted text-table">{children}</p>
  </div>
);

/** @param isBack whether it leads the other way: to what stands before it. */
function Arrow({ isBack = false, children }: { isBack?: boolean; children: ReactNode }) {
  const [Across, Down] = isBack ? [ArrowLeft, ArrowUp] : [ArrowRight, ArrowDown];
  return (
    <p className="flex items-center gap-2.5 px-3 text-table @3xl:flex-col-reverse @3xl:items-stretch @3xl:gap-0.5 @3xl:px-0">
      <Down {...ICON} className="shrink-0 text-accent @3xl:hidden" />
      <span aria-hidden="true" className="hidden items-center text-accent @3xl:flex">
        {isBack && <Across size={16} className="-mr-2.5 shrink-0" />}
        <span className="h-px flex-1 bg-current" />
        {!isBack && <Across size={16} className="-ml-2.5 shrink-0" />}
      </span>
      <span className="text-pretty @3xl:text-center">{children}</span>
    </p>
  );
}
