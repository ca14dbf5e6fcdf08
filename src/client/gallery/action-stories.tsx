// Interactive components: buttons, switches, tabs, links, the copy button.
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextLink } from '../ui/link.tsx';
import { Switch } from '../ui/switch.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Row, Story } from './story.tsx';

const plus = <Plus aria-hidden="true" size={16} />;

export function ActionStories() {
  const [isOn, setIsOn] = useState(true);
  const [tab, setTab] = useState('all');
  return (
    <>
      <Story name="Button">
        <Row>
          <Button icon={plus}>New notification</Button>
          <Button variant="secondary">Preview</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="danger">Delete</Button>
          <Button variant="danger-outline">Delete…</Button>
        </Row>
        <Row>
          <Button isBusy busyLabel="Saving...">
            Save
          </Button>
          <Button variant="secondary" isBusy>
            Retry
          </Button>
          <Button disabled>Save</Button>
          <Button variant="secondary" disabled>
            Preview
          </Button>
          <Button variant="danger" disabled>
            Delete
          </Button>
        </Row>
        <Row>
          <Button size="sm">Small</Button>
          <Button size="md">Medium</Button>
          <Button size="lg">Large</Button>
          <ButtonLink variant="secondary" to="/">
            A link
          </ButtonLink>
        </Row>
      </Story>
      <Story name="IconButton">
        <Row>
          <IconButton label="Edit">
            <Pencil aria-hidden="true" size={16} />
          </IconButton>
          <IconButton label="Duplicate">
            <Copy aria-hidden="true" size={16} />
          </IconButton>
          <IconButton label="Delete" size="sm">
            <Trash2 aria-hidden="true" size={16} />
          </IconButton>
          <IconButton label="Edit" disabled>
            <Pencil aria-hidden="true" size={16} />
          </IconButton>
        </Row>
      </Story>
      <Story name="Switch">
        <Row>
          <Switch label="Active" checked={isOn} onCheckedChange={setIsOn} />
          <Switch label="Inactive" checked={!isOn} onCheckedChange={(next) => setIsOn(!next)} />
          <Switch label="Busy" checked isBusy onCheckedChange={setIsOn} />
          <Switch label="Disabled, on" checked disabled onCheckedChange={setIsOn} />
          <Switch label="Disabled, off" checked={false} disabled onCheckedChange={setIsOn} />
        </Row>
      </Story>
      <Story name="Tabs">
        <Tabs
          label="Status"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'all', label: 'All', count: 5 },
            { value: 'active', label: 'Active', count: 4 },
            { value: 'inactive', label: 'Inactive', count: 1 },
          ]}
        />
      </Story>
      <Story name="TextLink, CopyButton">
        <Row>
          <p>
            Read how it works in the <TextLink to="/">documentation</TextLink>.
          </p>
          <CopyButton text="Proofbell" label="Copy snippet" />
        </Row>
      </Story>
    </>
  );
}
