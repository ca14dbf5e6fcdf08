// Rows that can be dragged: loaded where the order is the owner's.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { NotificationRow, type RowProps } from './notification-row.tsx';

type SortableRowsProps = {
  /** All rows, also those that are not rendered. */
  ids: string[];
  nameOf: (id: string) => string;
  onPick: (id: string | null) => void;
  onDrop: (id: string, to: number) => void;
  /** Renders all rows with the given kind of row. */
  render: (Row: ComponentType<RowProps>) => ReactNode;
};

const upAndDown = ({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) => ({
  ...transform,
  x: 0,
});

export function SortableRows({ ids, nameOf, onPick, onDrop, render }: SortableRowsProps) {
  // A press is a drag only once it moves: the handle is also a button.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id));
  const drop = ({ active, over }: DragEndEvent) => {
    onPick(null);
    if (over && over.id !== active.id) onDrop(String(active.id), placeOf(over.id));
  };
  const inPlace = (id: UniqueIdentifier) => `position ${placeOf(id) + 1} of ${ids.length}`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragStart={({ active }) => onPick(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => onPick(null)}
      accessibility={{
        // Not within the table, where such elements may not be.
        container: document.body,
        screenReaderInstructions: { draggable: '' },
        announcements: {
          onDragStart: ({ active }) => `Picked up “${nameOf(String(active.id))}”.`,
          onDragOver: ({ over }) => (over ? `Over ${inPlace(over.id)}.` : undefined),
          // The list says where it is now.
          onDragEnd: () => undefined,
          onDragCancel: () => 'Returned to its place.',
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {render(SortableRow)}
      </SortableContext>
    </DndContext>
  );
}

function SortableRow(props: RowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: props.notification.id,
  });
  const handle = useMemo(() => ({ ref: setActivatorNodeRef, ...listeners }), [setActivatorNodeRef, listeners]);
  return (
    <NotificationRow
      {...props}
      rowRef={setNodeRef}
      shift={transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined}
      transition={transition}
      isDragging={isDragging}
      handle={handle}
    />
  );
}
