// Parts that the push page's tabs share.
import type { ReactNode } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { Switch } from '#client/ui/switch.tsx';

/**
 * The open tab, as the address says. @param name its query parameter. @param tabs the first one is open by default.
 * @param parents the parameters that stay in the address.
 */
export function useAddressTab<Value extends string>(
  name: string,
  tabs: readonly { value: Value }[],
  parents: Record<string, string> = {},
) {
  const [query, setQuery] = useSearchParams();
  const open = tabs.find(({ value }) => value === query.get(name))?.value ?? (tabs[0]?.value as Value);
  const show = (next: string) => setQuery({ ...parents, [name]: next }, { preventScrollReset: true });
  return [open, show] as const;
}

type TabPanelProps = { label: string; isOpen: boolean; children: ReactNode };

/** Stays mounted while another tab is open, so that nothing typed is lost. */
export const TabPanel = ({ label, isOpen, children }: TabPanelProps) => (
  <div role="tabpanel" aria-label={label} hidden={!isOpen}>
    {children}
  </div>
);

type SwitchFieldProps<Values extends FieldValues> = {
  label: string;
  control: Control<Values, unknown, Values>;
  name: FieldPathByValue<Values, boolean>;
};

/** A switch of a form, with its label beside it. */
export function SwitchField<Values extends FieldValues>({ label, control, name }: SwitchFieldProps<Values>) {
  const { field } = useController({ control, name });
  return (
    <div className="flex items-center justify-between gap-6">
      <p className="font-semibold text-table">{label}</p>
      <Switch label={label} checked={field.value} onCheckedChange={field.onChange} />
    </div>
  );
}
