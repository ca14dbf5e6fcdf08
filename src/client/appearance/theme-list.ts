// Looks to start from: colors and what belongs to them, the face of the text, the shape and the shadow. Sizes, spacing
// and animations are the owner's matter, so a theme leaves them alone. Nothing but values, so that the home page's
// playground can have them without the rest of the settings.
import type { Appearance } from '#shared/embed/payload.ts';

type ThemeAppearance = {
  brandColors: Appearance['brandColors'];
  typography: Pick<Appearance['typography'], 'fontFamily' | 'headingStyle'>;
  layout: Omit<Appearance['layout'], 'padding'>;
};
export type Theme = { name: string; appearance: ThemeAppearance };

const SYSTEM = { fontFamily: 'system-ui', headingStyle: 'Normal' } as const;
const SERIF = { fontFamily: 'Georgia, Times New Roman, serif', headingStyle: 'Normal' } as const;

export const THEMES: readonly Theme[] = [
  {
    name: 'Porcelain',
    appearance: {
      brandColors: {
        primaryColor: '#1d4ed8',
        secondaryColor: '#16a34a',
        textColor: '#1f2937',
        backgroundColor: '#ffffff',
        linkColor: '#1d4ed8',
        borderColor: '#e5e7eb',
      },
      typography: SYSTEM,
      layout: { borderRadius: 12, boxShadow: true, shadowIntensity: 2, borderThickness: 1 },
    },
  },
  {
    name: 'Paper',
    appearance: {
      brandColors: {
        primaryColor: '#9a3412',
        secondaryColor: '#b45309',
        textColor: '#2f2a24',
        backgroundColor: '#fbf6ec',
        linkColor: '#9a3412',
        borderColor: '#e3d6bf',
      },
      typography: SERIF,
      layout: { borderRadius: 4, boxShadow: true, shadowIntensity: 1, borderThickness: 1 },
    },
  },
  {
    name: 'Meadow',
    appearance: {
      brandColors: {
        primaryColor: '#047857',
        secondaryColor: '#0d9488',
        textColor: '#163a2c',
        backgroundColor: '#effaf3',
        linkColor: '#047857',
        borderColor: '#cfeadb',
      },
      typography: SYSTEM,
      layout: { borderRadius: 16, boxShadow: true, shadowIntensity: 2, borderThickness: 1 },
    },
  },
  {
    name: 'Blossom',
    appearance: {
      brandColors: {
        primaryColor: '#be185d',
        secondaryColor: '#db2777',
        textColor: '#4a1d31',
        backgroundColor: '#fff1f5',
        linkColor: '#be185d',
        borderColor: '#fbd5e2',
      },
      typography: { fontFamily: 'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Nunito', headingStyle: 'Bold' },
      layout: { borderRadius: 24, boxShadow: true, shadowIntensity: 3, borderThickness: 0 },
    },
  },
  {
    name: 'Poster',
    appearance: {
      brandColors: {
        primaryColor: '#111111',
        secondaryColor: '#b91c1c',
        textColor: '#111111',
        backgroundColor: '#fff7d6',
        linkColor: '#111111',
        borderColor: '#111111',
      },
      typography: { fontFamily: 'Helvetica Neue, Helvetica, Arial', headingStyle: 'Uppercase' },
      layout: { borderRadius: 0, boxShadow: false, shadowIntensity: 2, borderThickness: 2 },
    },
  },
  {
    name: 'Midnight',
    appearance: {
      brandColors: {
        primaryColor: '#7dd3fc',
        secondaryColor: '#34d399',
        textColor: '#e2e8f0',
        backgroundColor: '#0f172a',
        linkColor: '#7dd3fc',
        borderColor: '#26334d',
      },
      typography: SYSTEM,
      layout: { borderRadius: 12, boxShadow: true, shadowIntensity: 4, borderThickness: 1 },
    },
  },
  {
    name: 'Graphite',
    appearance: {
      brandColors: {
        primaryColor: '#fbbf24',
        secondaryColor: '#fbbf24',
        textColor: '#f5f5f4',
        backgroundColor: '#1f1f21',
        linkColor: '#fbbf24',
        borderColor: '#3f3f42',
      },
      typography: { fontFamily: 'Helvetica Neue, Helvetica, Arial', headingStyle: 'Bold' },
      layout: { borderRadius: 6, boxShadow: true, shadowIntensity: 3, borderThickness: 0 },
    },
  },
  {
    name: 'Pine',
    appearance: {
      brandColors: {
        primaryColor: '#d9c27a',
        secondaryColor: '#86c79b',
        textColor: '#eaf1ea',
        backgroundColor: '#12291f',
        linkColor: '#e3cf8f',
        borderColor: '#2b4a3b',
      },
      typography: SERIF,
      layout: { borderRadius: 2, boxShadow: true, shadowIntensity: 3, borderThickness: 1 },
    },
  },
];
