// The words of a row: the message, and under it how much it just rose, the owner's label, where it came from.
import { Rise } from '#client/ui/rise.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { relativeTime } from '#shared/embed/relative-time.ts';
import { scheduleNote, sourceLabel } from './describe.ts';

type NoticeTextProps = { notice: Notification; rise: number; onEdit: () => void };

export function NoticeText({ notice, rise, onEdit }: NoticeTextProps) {
  const now = Date.now();
  const age = relativeTime(notice.createdAt, now, 'en');
  const origin = `${sourceLabel(notice.source)}, ${age === 'now' ? 'just now' : age}`;
  return (
    <>
      <button
        type="button"
        onClick={onEdit}
        className="line-clamp-2 wrap-anywhere text-left font-medium text-[15px] leading-snug hover:underline"
      >
        {notice.title && <strong className="font-semibold">{notice.title} · </strong>}
        {notice.message}
      </button>
      <p className="wrap-anywhere mt-1 text-meta text-muted">
        {rise > 0 && (
          <>
            <Rise count={rise} since="since you opened this page" /> ·{' '}
          </>
        )}
        {[notice.name, scheduleNote(notice, now), origin].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}
