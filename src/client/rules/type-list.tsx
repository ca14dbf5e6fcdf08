// The types of conditions in their groups, each with what it looks at: loaded when somebody comes near 'Add condition'.
import { DropdownMenu } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { afterPaint } from '#client/hooks/after-paint.ts';
import { FocusFirst } from '#client/ui/menu-list.tsx';
import { StandIn } from '#client/ui/stand-in.tsx';
import type { ConditionType } from '#shared/embed/rule-types.ts';
import { KIND_GROUPS, KINDS } from './condition-kinds.ts';

type TypeListProps = {
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  onPick: (type: ConditionType) => void;
  isOpen: boolean;
  isByKeyboard: boolean;
  onClose: () => void;
};

export function TypeList({ button, labelledBy, onPick, isOpen, isByKeyboard, onClose }: TypeListProps) {
  const isPicked = useRef(false);
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(next) => next || onClose()}>
      <DropdownMenu.Trigger asChild>
        <StandIn element={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={labelledBy}
          onCloseAutoFocus={(event) => {
            // The new condition has taken the focus.
            if (isPicked.current) event.preventDefault();
            isPicked.current = false;
          }}
          className="z-60 max-h-[min(34rem,var(--radix-dropdown-menu-content-available-height))] w-[min(44rem,calc(100vw-1rem))] animate-rise-in overflow-y-auto rounded-panel border border-line bg-raised p-2 shadow-float sm:columns-2 sm:gap-2"
        >
          {isByKeyboard && <FocusFirst />}
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
