// A field that searches what is below it.
import { Search } from 'lucide-react';
import { Input } from './input.tsx';

type SearchFieldProps = {
  /** For screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
};

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <div className="relative">
    <Search aria-hidden="true" size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
    <Input
      type="search"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder="Search"
      // Browsers draw its cross in a blue of their own. Escape clears the field, too.
      className="pl-9 [&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale"
    />
  </div>
);
