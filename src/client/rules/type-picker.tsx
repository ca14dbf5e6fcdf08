// 'Add condition': the button, and near it the list of types.
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { ConditionType } from '#shared/embed/rule-types.ts';
import { prefetchPanel } from './lazy-panel.tsx';

type TypePickerProps = {
  /** For screen readers, where several are on a screen. */
  label?: string | undefined;
  onPick: (type: ConditionType) => void;
  disabled?: boolean | undefined;
};

const TypeList = lazyOverlay(async () => (await import('./type-list.tsx')).TypeList);

export function TypePicker({ label, onPick, disabled }: TypePickerProps) {
  const { ref, isNear, isOpen, isByKeyboard, close, props } = useOpener(['ArrowDown']);
  const id = useId();
  const approach = () => {
    prefetchPanel();
    props.onPointerEnter();
  };
  return (
    <>
      <Button
        ref={ref}
        id={id}
        variant="secondary"
        size="sm"
        icon={<Plus aria-hidden="true" size={15} />}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...props}
        onPointerEnter={approach}
        onFocus={approach}
        disabled={disabled}
      >
        Add condition
      </Button>
      {isNear && (
        <TypeList
          button={ref}
          labelledBy={id}
          onPick={onPick}
          isOpen={isOpen}
          isByKeyboard={isByKeyboard}
          onClose={close}
        />
      )}
    </>
  );
}
