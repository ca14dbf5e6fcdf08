// What is read: headers, panels, the ledger, figures, people, code.
import { Plus } from 'lucide-react';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { NoticePreview } from '../preview/notice-preview.tsx';
import { PageSketch } from '../preview/page-sketch.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { PreviewPane } from '../ui/preview-pane.tsx';
import { Rise } from '../ui/rise.tsx';
import { Stat } from '../ui/stat.tsx';
import { LedgerSpecimen } from './ledger-specimen.tsx';
import { Row, Specimen } from './specimen.tsx';

const SNIPPET = `<script async src="https://proofbell.example/widget.js" data-site-id="01981c6e-7b1f-7c3a"></script>`;

const NOTICE: EmbedNotification = {
  id: 'sample',
  type: 'purchase',
  message: 'Ana from Lisbon bought the Oak Desk',
  timestamp: '2026-01-02T10:00:00.000Z',
};

export function DataSpecimens() {
  return (
    <>
      <Specimen name="PageHeader, Ledger, Rise">
        <PageHeader
          eyebrow="Holt & Ash"
          title="Notifications"
          description="Every notice, where it came from, and what it did."
          action={<Button icon={<Plus aria-hidden="true" size={16} />}>New notification</Button>}
        />
        <div className="mt-6">
          <LedgerSpecimen />
        </div>
      </Specimen>
      <Specimen name="Panel, Stat">
        <Panel
          title="Last 30 days"
          description="Counted when at least half of a notice was seen for a second."
          action={<Badge tone="accent">Live</Badge>}
          footer={<Button variant="secondary">Open reports</Button>}
        >
          <div className="grid grid-cols-2 gap-6 md:grid-cols-3">
            <Stat label="Displays" value={12971} hint={<Rise count={349} />} />
            <Stat label="Clicks" value={721} hint="No change today" />
            <Stat label="Click rate" value="5.6 %" />
          </div>
        </Panel>
      </Specimen>
      <Specimen name="PreviewPane">
        <PreviewPane note="On a small screen it stands at the bottom.">
          <NoticePreview notice={NOTICE} appearance={DEFAULT_APPEARANCE} className="h-56">
            <PageSketch />
          </NoticePreview>
        </PreviewPane>
      </Specimen>
      <Specimen name="Badge, Avatar">
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
          <Avatar name="Mara Reyes" size="sm" />
        </Row>
      </Specimen>
      <Specimen name="CodeBlock">
        <CodeBlock label="Before </body> on every page" code={SNIPPET} />
      </Specimen>
    </>
  );
}
