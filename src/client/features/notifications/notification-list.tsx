// The notices as the product's ruled table: what each says and did, its switch and its menu.
import { Ledger, type LedgerColumn } from '#client/ui/ledger.tsx';
import { NOTICE_TYPES } from '#client/ui/notice-type.tsx';
import { Switch } from '#client/ui/switch.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import { totalsOf } from './describe.ts';
import { NoticeText } from './notice-text.tsx';
import { RowMenu } from './row-menu.tsx';
import { useRise } from './use-rise.ts';
import { useRowActions } from './use-row-actions.ts';

const NUMBERS = new Intl.NumberFormat('en');

type NotificationListProps = {
  widgetId: string;
  notices: Notification[];
  onEdit: (notice: Notification) => void;
  onDelete: (notice: Notification) => void;
};

const Count = ({ value }: { value: number }) => (
  <span className="inline-block lg:min-w-16">{NUMBERS.format(value)}</span>
);

export function NotificationList({ widgetId, notices, onEdit, onDelete }: NotificationListProps) {
  const riseOf = useRise(notices);
  const actions = useRowActions(widgetId);
  const totals = totalsOf(notices);
  const columns: LedgerColumn<Notification>[] = [
    {
      key: 'message',
      header: 'Message',
      place: 'lead',
      cell: (notice) => <NoticeText notice={notice} rise={riseOf(notice)} onEdit={() => onEdit(notice)} />,
      total: 'Total',
    },
    {
      key: 'type',
      header: 'Type',
      cell: (notice) => <span className="inline-block text-muted lg:min-w-28">{NOTICE_TYPES[notice.type].label}</span>,
    },
    {
      key: 'displays',
      header: 'Displays',
      align: 'end',
      cell: (notice) => <Count value={notice.displayCount} />,
      total: NUMBERS.format(totals.displays),
    },
    {
      key: 'clicks',
      header: 'Clicks',
      align: 'end',
      cell: (notice) => <Count value={notice.clickCount} />,
      total: NUMBERS.format(totals.clicks),
    },
    {
      key: 'status',
      header: 'Status',
      place: 'corner',
      cell: (notice) => (
        <span className="inline-flex items-center gap-3">
          <Switch
            checked={notice.status === 'active'}
            onCheckedChange={(isActive) => actions.setActive(notice, isActive)}
            label={`Show “${notice.name ?? notice.message}”`}
          />
          <RowMenu
            notice={notice}
            onEdit={() => onEdit(notice)}
            onDuplicate={() => actions.duplicate(notice)}
            onDelete={() => onDelete(notice)}
          />
        </span>
      ),
    },
  ];
  return (
    <Ledger
      label="Notifications"
      columns={columns}
      rows={notices}
      rowKey={(notice) => notice.id}
      isMuted={(notice) => notice.status === 'inactive'}
    />
  );
}
