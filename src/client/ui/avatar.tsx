// A person: their picture, or up to two initials, or 'U'.
import { Avatar as RadixAvatar } from 'radix-ui';
import { classNames } from './class-names.ts';

type AvatarProps = {
  name: string | null;
  src?: string | null | undefined;
  size?: 'md' | 'lg';
  /** Hears whether the picture is loaded, or 'error' when it can't be. */
  onStatus?: (status: string) => void;
};

const SIZES = { md: 'size-8 text-[11px]', lg: 'size-12 text-base' };

/** Decorative: the name is beside it or on the button around it. */
export function Avatar({ name, src, size = 'md', onStatus }: AvatarProps) {
  return (
    <RadixAvatar.Root
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full border border-line bg-raised font-semibold text-ink',
        SIZES[size],
      )}
    >
      {src && (
        <RadixAvatar.Image
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onLoadingStatusChange={(status) => onStatus?.(status)}
        />
      )}
      <RadixAvatar.Fallback>{initials(name)}</RadixAvatar.Fallback>
    </RadixAvatar.Root>
  );
}

/** @returns up to two capital initials, of the first and the last word; 'U' without a name (spec 2) */
export function initials(name: string | null): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return 'U';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .flatMap((word) => (word === undefined ? [] : [...word].slice(0, 1)))
    .join('')
    .toLocaleUpperCase();
}
