// Beside the form of a new site: its page as visitors will see it, with the name and the domain as they are typed.
import { Lock } from 'lucide-react';
import { NotificationPreview } from '#client/preview/notification-preview.tsx';
import { ShopPage } from '#client/preview/shop-page.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import type { EmbedNotification } from '#shared/embed/payload.ts';

/** It tells of nobody who doesn't exist. */
const EXAMPLE: EmbedNotification = {
  id: 'example',
  type: 'announcement',
  message: 'Orders placed before noon leave the workshop the same day',
};

export const SitePreview = ({ name, domain }: { name: string; domain: string | undefined }) => (
  <PreviewPane>
    <p className="flex items-center gap-2 border-line border-b bg-surface px-4 py-2 text-meta text-muted">
      <Lock aria-hidden="true" size={12} className="shrink-0" />
      <span className="truncate">{domain || 'yourshop.example'}</span>
    </p>
    <NotificationPreview notification={EXAMPLE} className="h-[22rem]">
      {/* As wide as on a computer, and drawn smaller. */}
      <div className="@container absolute top-0 left-0 h-[170%] w-[170%] origin-top-left scale-[calc(1/1.7)]">
        <ShopPage name={name.trim() || 'Your shop'} page="light" />
      </div>
    </NotificationPreview>
  </PreviewPane>
);
