// 'Add condition': the types of conditions in their groups, each with what it looks at.
import { Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { useMenuOpening } from '#client/ui/menu.tsx';
import type { ConditionType } from '#shared/embed/rule-types.ts';
import { KIND_GROUPS, KINDS } from './condition-kinds.ts';
import { prefetchPanel } from './lazy-panel.tsx';

type TypePickerProps = {
  /** For screen readers, where several are on a screen. */
  label?: string | undefined;
  onPick: (type: ConditionType) => void;
  disabled?: boolean | undefined;
};

export function TypePicker({ label, onPick, disabled }: TypePickerProps) {
  const opening = useMenuOpening();
  const isPicked = useRef(false);
  return (
    <DropdownMenu.Root {...opening.root}>
      <DropdownMenu.Trigger asChild {...opening.trigger}>
        <SmallButton
          icon={<Plus aria-hidden="true" size={15} />}
          aria-label={label}
          onPointerEnter={prefetchPanel}
          onFocus={prefetchPanel}
          disabled={disabled}
        >
          Add condition
        </SmallButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The new condition has taken the focus.
            if (isPicked.current) event.preventDefault();
            isPicked.current = false;
          }}
          className="z-60 max-h-[min(34rem,var(--radix-dropdown-menu-content-available-height))] w-[min(44rem,calc(100vw-1rem))] animate-rise-in overflow-y-auto rounded-panel border border-line bg-raised p-2 shadow-float sm:columns-2 sm:gap-2"
        >
          {KIND_GROUPS.map(({ title, types }) => (
            <DropdownMenu.Group key={title} className="break-inside-avoid pb-1">
              <DropdownMenu.Label className="px-2.5 pt-2 pb-1 font-medium text-meta text-muted">
                {title}
              </DropdownMenu.Label>
              {types.map((type) => {
                const { label: name, description, icon: Icon } = KINDS[type];
                return (
                  <DropdownMenu.Item
                    key={type}
                    textValue={name}
                    onSelect={() => {
                      isPicked.current = true;
                      // The list goes at once, and then the condition opens.
                      afterPaint(() => onPick(type));
                    }}
                    className="flex cursor-default select-none items-start gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-highlighted:bg-accent-tint"
                  >
                    <Icon aria-hidden="true" size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
                    <span className="min-w-0">
                      <span className="block font-medium text-table">{name}</span>
                      <span className="block text-pretty text-meta text-muted">{description}</span>
                    </span>
                  </DropdownMenu.Item>
                );
              })}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
