// Read-only components: headers, panels, tables, counts, people, code.

import { Plus } from 'lucide-react';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { SOURCE_KIND_FACTS, SOURCE_KINDS } from '#shared/source-kinds.ts';
import { NotificationPreview, PageSketch } from '../preview/notification-preview.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Delta } from '../ui/delta.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { PreviewPane } from '../ui/preview-pane.tsx';
import { SourceGlyph } from '../ui/source-kind.tsx';
import { Row, Story } from './story.tsx';
import { TableStory } from './table-story.tsx';

const SNIPPET = `<script async src="https://proofbell.example/widget.js" data-site-id="01981c6e-7b1f-7c3a"></script>`;

const NOTIFICATION: EmbedNotification = {
  id: 'sample',
  type: 'purchase',
  message: 'Ana from Lisbon bought the Oak Desk',
  timestamp: '2026-01-02T10:00:00.000Z',
};

export function DataStories() {
  return (
    <>
      <Story name="PageHeader, Table">
        <PageHeader
          eyebrow="Holt & Ash"
          title="Notifications"
          description="All your notifications and how they perform."
          action={<Button icon={<Plus aria-hidden="true" size={16} />}>New notification</Button>}
        />
        <div className="mt-6">
          <TableStory />
        </div>
      </Story>
      <Story name="Panel, Delta">
        <Panel
          title="Last 30 days"
          description="Counted when at least half of a notification has been in view for one second."
          action={<Badge tone="accent">Live</Badge>}
          footer={<Button variant="secondary">Open reports</Button>}
        >
          <p>
            12,971 displays <Delta count={349} />
          </p>
        </Panel>
      </Story>
      <Story name="PreviewPane">
        <PreviewPane note="On a small screen it appears at the bottom.">
          <NotificationPreview notification={NOTIFICATION} appearance={DEFAULT_APPEARANCE} className="h-56">
            <PageSketch />
          </NotificationPreview>
        </PreviewPane>
      </Story>
      <Story name="SourceGlyph">
        <Row>
          {SOURCE_KINDS.map((kind) => (
            <span key={kind} className="inline-flex items-center gap-2.5">
              <SourceGlyph kind={kind} />
              {SOURCE_KIND_FACTS[kind].label}
            </span>
          ))}
        </Row>
      </Story>
      <Story name="Badge, Avatar">
        <Row>
          <Badge>Free</Badge>
          <Badge tone="accent">Growth</Badge>
          <Badge tone="success">Verified</Badge>
          <Badge tone="danger">Past due</Badge>
          <Badge tone="proof">Real order</Badge>
        </Row>
        <Row>
          <Avatar name="Mara Reyes" size="lg" />
          <Avatar name="Mara Reyes" src="/favicon.svg" />
          <Avatar name="Cher" />
          <Avatar name={null} />
        </Row>
      </Story>
      <Story name="CodeBlock">
        <CodeBlock label="Before </body> on every page" code={SNIPPET} />
      </Story>
    </>
  );
}
