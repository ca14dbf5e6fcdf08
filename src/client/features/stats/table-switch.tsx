// Turns a chart into its table, and back.
import { ChartLine, Table2 } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';

type TableSwitchProps = { isTable: boolean; onChange: (isTable: boolean) => void };

export function TableSwitch({ isTable, onChange }: TableSwitchProps) {
  const Icon = isTable ? ChartLine : Table2;
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Icon aria-hidden="true" size={15} />}
      onClick={() => onChange(!isTable)}
    >
      {isTable ? 'Chart' : 'Table'}
    </Button>
  );
}
