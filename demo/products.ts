// What the demo shop sells. All of it is made up; the images are in assets/<slug>.svg.

export const CATEGORIES = ['desks', 'lamps', 'stools'] as const;
export type Category = (typeof CATEGORIES)[number];

export type Product = {
  /** Last segment of the product's URL, and the name of its image. */
  slug: string;
  category: Category;
  name: string;
  /** Whole euros. */
  price: number;
  /** The line under the name. */
  line: string;
  description: string;
  /** Alternative text of the image. */
  picture: string;
  facts: readonly (readonly [name: string, value: string])[];
};

export const PRODUCTS: readonly Product[] = [
  {
    slug: 'oak-desk',
    category: 'desks',
    name: 'Oak Desk',
    price: 480,
    line: 'Solid oak, one quiet drawer',
    description:
      'The desk we started with. A single board of white oak, jointed rather than screwed, with a drawer that closes itself for the last two centimetres.',
    picture: 'A light oak desk with one drawer, two books and a small vase on it',
    facts: [
      ['Size', '140 × 70 × 74 cm'],
      ['Wood', 'White oak, oiled'],
      ['Ready in', 'Three weeks'],
    ],
  },
  {
    slug: 'walnut-desk',
    category: 'desks',
    name: 'Walnut Desk',
    price: 640,
    line: 'Two drawers, rounded front',
    description:
      'Dark, calm and a little heavier. The front edge is rounded by hand, so that wrists rest on wood and not on a corner.',
    picture: 'A dark walnut desk with two drawers and an open laptop on it',
    facts: [
      ['Size', '160 × 75 × 74 cm'],
      ['Wood', 'European walnut, oiled'],
      ['Ready in', 'Five weeks'],
    ],
  },
  {
    slug: 'trestle-desk',
    category: 'desks',
    name: 'Trestle Desk',
    price: 350,
    line: 'Comes apart without tools',
    description:
      'A wide top on two folding trestles. It stands in four minutes and leaves through the narrowest stairwell on moving day.',
    picture: 'A pale ash table top on two black trestles, with a plant on it',
    facts: [
      ['Size', '180 × 80 × 73 cm'],
      ['Wood', 'Ash top, steel trestles'],
      ['Ready in', 'One week'],
    ],
  },
  {
    slug: 'linen-lamp',
    category: 'lamps',
    name: 'Linen Lamp',
    price: 95,
    line: 'A soft light for the evening',
    description:
      'A turned oak foot under a shade of washed linen. The light is warm, even, and dims down to almost nothing.',
    picture: 'A table lamp with a turned oak foot and a glowing linen shade',
    facts: [
      ['Size', '42 cm high, 28 cm wide'],
      ['Light', 'LED, 2700 K, dimmable'],
      ['Cable', '2 m, woven'],
    ],
  },
  {
    slug: 'brass-lamp',
    category: 'lamps',
    name: 'Brass Task Lamp',
    price: 130,
    line: 'Two joints, one good light',
    description:
      'Reaches over a drawing and folds away behind the screen. The brass is left raw and darkens where it is touched.',
    picture: 'A brass desk lamp with two joints, its light falling on an open notebook',
    facts: [
      ['Size', 'Reaches 68 cm'],
      ['Light', 'LED, 3000 K'],
      ['Metal', 'Raw brass'],
    ],
  },
  {
    slug: 'arc-lamp',
    category: 'lamps',
    name: 'Arc Floor Lamp',
    price: 210,
    line: 'Light above the chair, not beside it',
    description:
      'One steel tube, bent once, on a foot of cast iron. It brings the light to where you read without a ceiling hook.',
    picture: 'A black floor lamp whose tube bends in a wide arc to a round shade',
    facts: [
      ['Size', '190 cm high, 95 cm reach'],
      ['Light', 'E27, up to 60 W'],
      ['Metal', 'Black steel, cast iron'],
    ],
  },
  {
    slug: 'ash-stool',
    category: 'stools',
    name: 'Ash Stool',
    price: 120,
    line: 'Three legs never wobble',
    description:
      'A dished seat on three legs, wedged from above. It stands still on the most crooked floor in the house.',
    picture: 'A pale three-legged stool of ash wood',
    facts: [
      ['Size', '45 cm high, 34 cm wide'],
      ['Wood', 'Ash, soaped'],
      ['Ready in', 'One week'],
    ],
  },
  {
    slug: 'cork-stool',
    category: 'stools',
    name: 'Cork Stool',
    price: 85,
    line: 'Light, warm, and quiet to move',
    description:
      'Turned from one block of pressed cork. A seat, a bedside table, and the safest thing in the house to trip over.',
    picture: 'A round, waisted stool turned from cork',
    facts: [
      ['Size', '42 cm high, 32 cm wide'],
      ['Material', 'Pressed cork'],
      ['Ready in', 'Two days'],
    ],
  },
  {
    slug: 'counter-stool',
    category: 'stools',
    name: 'Counter Stool',
    price: 165,
    line: 'For long breakfasts',
    description:
      'Kitchen height, with a foot rail where feet look for one and a seat of saddle leather that softens over the years.',
    picture: 'A tall walnut stool with a leather seat and a brass foot rail',
    facts: [
      ['Size', '65 cm high, 38 cm wide'],
      ['Wood', 'Walnut, saddle leather'],
      ['Ready in', 'Four weeks'],
    ],
  },
];
