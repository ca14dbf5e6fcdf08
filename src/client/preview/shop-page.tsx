// A page of a shop for the widget to sit on, light or dark. It is no shop's real page, and says nothing to screen readers.
import { type CSSProperties, memo } from 'react';
import type { PreviewView } from './use-view.ts';

const COLORS: Record<PreviewView['page'], Record<string, string>> = {
  light: { page: '#fdfdfc', band: '#f0efec', ink: '#1e1d1b', soft: '#66625b', line: '#e6e4df', wood: '#c08a50' },
  dark: { page: '#171614', band: '#211f1c', ink: '#eeebe4', soft: '#a39d92', line: '#33312c', wood: '#b07c45' },
};

const PRODUCTS = [
  { name: 'Linen Lamp', price: '120', Picture: Lamp },
  { name: 'Ash Stool', price: '95', Picture: Stool },
  { name: 'Wall Shelf', price: '140', Picture: Shelf },
];

type ShopPageProps = { name: string; page: PreviewView['page'] };

export const ShopPage = memo(function ShopPage({ name, page }: ShopPageProps) {
  const colors = Object.fromEntries(Object.entries(COLORS[page]).map(([key, value]) => [`--shop-${key}`, value]));
  return (
    <div
      aria-hidden="true"
      style={colors as CSSProperties}
      className="absolute inset-0 select-none bg-(--shop-page) font-sans text-(--shop-ink)"
    >
      <div className="flex items-center justify-between gap-6 border-(--shop-line) border-b px-6 py-5 @min-[768px]:px-12">
        <span className="truncate font-semibold text-[19px] tracking-tight">{name}</span>
        <span className="flex gap-7 text-(--shop-soft) text-[14px]">
          <span className="hidden @min-[768px]:inline">Furniture</span>
          <span className="hidden @min-[768px]:inline">Lighting</span>
          <span className="hidden @min-[768px]:inline">Journal</span>
          <span>Cart</span>
        </span>
      </div>
      <div className="grid gap-7 px-6 py-7 @min-[768px]:grid-cols-[1.15fr_1fr] @min-[768px]:gap-12 @min-[768px]:px-12 @min-[768px]:py-10">
        <div className="flex h-[210px] items-end justify-center rounded-[6px] bg-(--shop-band) @min-[768px]:h-[300px]">
          <Desk />
        </div>
        <div className="@min-[768px]:pt-3">
          <p className="font-semibold text-[27px] leading-tight tracking-tight @min-[768px]:text-[34px]">Oak Desk</p>
          <p className="mt-2 text-(--shop-soft) text-[16px]">480</p>
          <p className="mt-4 max-w-[38ch] text-(--shop-soft) text-[15px] leading-relaxed">
            Solid oak, finished with oil. Built to order and delivered to your door.
          </p>
          <span className="mt-6 inline-block rounded-[4px] bg-(--shop-ink) px-6 py-3 font-medium text-(--shop-page) text-[15px]">
            Add to cart
          </span>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-5 px-6 @min-[768px]:grid-cols-3 @min-[768px]:gap-8 @min-[768px]:px-12">
        {PRODUCTS.map(({ name: product, price, Picture }) => (
          <div key={product} className="last:hidden @min-[768px]:last:block">
            <div className="flex h-[130px] items-center justify-center rounded-[6px] bg-(--shop-band) @min-[768px]:h-[170px]">
              <Picture />
            </div>
            <p className="mt-3 flex justify-between text-[14px]">
              <span>{product}</span>
              <span className="text-(--shop-soft)">{price}</span>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
});

function Desk() {
  return (
    <svg viewBox="0 0 300 150" className="mb-[14%] w-[68%] max-w-[360px]" role="presentation">
      <path d="M20 47h260v12H20z" fill="var(--shop-wood)" />
      <path d="M20 59h260v3H20z" fill="#00000026" />
      <path d="M166 62h92v30h-92z" fill="var(--shop-wood)" opacity=".75" />
      <path d="M200 74h24v3h-24z" fill="#00000040" />
      <path d="M34 62h13l-8 84h-8zM266 62h-13l8 84h8z" fill="var(--shop-wood)" opacity=".9" />
      <path d="M62 47V22h34v25zM104 47V8l6-3 6 3v39z" fill="var(--shop-soft)" opacity=".45" />
    </svg>
  );
}

const SMALL = 'h-[62%]';

function Lamp() {
  return (
    <svg viewBox="0 0 80 100" className={SMALL} role="presentation">
      <path d="M24 8h32l16 36H8z" fill="#c9c2ae" />
      <path d="M38 44h4v44h-4z" fill="var(--shop-soft)" />
      <path d="M22 88h36v5H22z" fill="var(--shop-soft)" />
    </svg>
  );
}

function Stool() {
  return (
    <svg viewBox="0 0 80 100" className={SMALL} role="presentation">
      <path d="M10 32h60v9H10z" fill="var(--shop-wood)" />
      <path d="M18 41h7l-6 52h-6zM62 41h-7l6 52h6z" fill="var(--shop-wood)" opacity=".85" />
      <path d="M20 68h40v4H20z" fill="var(--shop-wood)" opacity=".7" />
    </svg>
  );
}

function Shelf() {
  return (
    <svg viewBox="0 0 120 100" className={SMALL} role="presentation">
      <path d="M6 62h108v7H6z" fill="var(--shop-wood)" />
      <path d="M20 30h8v32h-8zM30 24h7v38h-7zM39 34h9v28h-9z" fill="var(--shop-soft)" opacity=".55" />
      <path d="M78 46h22l-3 16H81z" fill="#9aa58c" />
      <path d="M89 46c-10-8-9-18-2-24 0 9 4 10 4 24zM90 46c0-12 5-14 11-17 1 9-4 14-11 17z" fill="#7d8a6d" />
    </svg>
  );
}
