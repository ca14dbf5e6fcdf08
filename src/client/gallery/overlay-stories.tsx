// Components that open over the page.
import { Copy, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog, Dialog, Sheet } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Menu } from '../ui/menu.tsx';
import { tooltip } from '../ui/tooltip.tsx';
import { FieldStories } from './field-stories.tsx';
import { Row, Story } from './story.tsx';

type Overlay = 'dialog' | 'confirm' | 'busy' | 'sheet';

export function OverlayStories() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const state = (name: Overlay) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  const close = () => setOpen(null);
  return (
    <Story name="Dialog, ConfirmDialog, Sheet, Menu, Tooltip">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button variant="secondary" onClick={() => setOpen('busy')}>
          Confirm, busy
        </Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Menu
          label="Notification"
          trigger={
            <IconButton label="More">
              <MoreHorizontal aria-hidden="true" size={16} />
            </IconButton>
          }
          items={() => [
            { kind: 'label', label: 'Oak Desk' },
            { kind: 'item', label: 'Edit', icon: <Pencil size={16} />, onSelect: () => setOpen('sheet') },
            { kind: 'item', label: 'Duplicate', icon: <Copy size={16} />, disabled: true },
            { kind: 'separator' },
            {
              kind: 'item',
              label: 'Delete',
              icon: <Trash2 size={16} />,
              tone: 'danger',
              onSelect: () => setOpen('confirm'),
            },
          ]}
        />
        <Button variant="ghost" {...tooltip('Shown on hover and focus')}>
          Tooltip
        </Button>
      </Row>
      <Dialog
        {...state('dialog')}
        title="Rename the site"
        description="Links to its pages change with the URL name."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        <Field label="Name">{(control) => <Input {...control} defaultValue="Holt & Ash" />}</Field>
      </Dialog>
      {(['confirm', 'busy'] as const).map((name) => (
        <ConfirmDialog
          key={name}
          {...state(name)}
          title="Delete this notification?"
          description="It leaves your pages within a minute, and its statistics are deleted. This can't be undone."
          confirmLabel={name === 'busy' ? 'Deleting...' : 'Delete'}
          tone="danger"
          isBusy={name === 'busy'}
          onConfirm={close}
        />
      ))}
      <Sheet
        {...state('sheet')}
        width="lg"
        title="Edit notification"
        description="Changes are live when saved."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Save</Button>
          </>
        }
      >
        <div className="grid gap-8">
          <FieldStories />
        </div>
      </Sheet>
    </Story>
  );
}
