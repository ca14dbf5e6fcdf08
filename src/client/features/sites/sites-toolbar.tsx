// What finds one of many sites: loaded only by owners who have so many.
import { SearchField } from '#client/ui/search-field.tsx';
import { Select } from '#client/ui/select.tsx';

const SORTS = [
  { value: 'added', label: 'Date added' },
  { value: 'name', label: 'Name' },
  { value: 'attention', label: 'Needs attention first' },
  { value: 'displays', label: 'Most displays' },
  { value: 'clicks', label: 'Most clicks' },
  { value: 'unseen', label: 'Longest unseen' },
] as const;
export type SiteSort = (typeof SORTS)[number]['value'];

type SitesToolbarProps = {
  search: string;
  onSearch: (search: string) => void;
  sort: SiteSort;
  onSort: (sort: SiteSort) => void;
};

export function SitesToolbar({ search, onSearch, sort, onSort }: SitesToolbarProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-[minmax(0,20rem)_13rem] sm:justify-between">
      <SearchField label="Search sites" value={search} onChange={onSearch} />
      <Select
        aria-label="Sort by"
        value={sort}
        onValueChange={(value) => onSort(SORTS.find((one) => one.value === value)?.value ?? 'added')}
        options={SORTS}
      />
    </div>
  );
}
