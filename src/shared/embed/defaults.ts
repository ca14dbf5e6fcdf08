// The widget's defaults; the stored values use the specification's wording. Applied on reading, on both sides of the
// wire. Imports only types.
import type { Appearance, Behavior, Rules, WidgetBehavior } from './payload.ts';

/**
 * What the widget does unless a payload says otherwise. Scripts with this table are on customers' pages for good: no
 * value is ever changed here, and a new default is one that payloads say. What is off, or 0, needs no line.
 */
export const WIDGET_BEHAVIOR: WidgetBehavior = {
  timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8, randomizeTiming: true },
  interaction: { allowClosing: true, dismissPeriod: '24h', clickBehavior: 'url' },
  visibility: { showOnDesktop: true, showOnMobile: true },
  queue: {},
};

/** As widget/style.css draws it by itself: for its values, the same holds. */
export const DEFAULT_APPEARANCE: Appearance = {
  brandColors: {
    primaryColor: '#3498db',
    secondaryColor: '#2ecc71',
    textColor: '#333333',
    backgroundColor: '#ffffff',
    linkColor: '#3498db',
    borderColor: '#e2e8f0',
  },
  typography: { fontFamily: 'Roboto', fontSize: '14px', fontWeight: 'Regular (400)', headingStyle: 'Normal' },
  animations: { animationType: 'Fade In', speed: '300ms', enabled: true, hoverEffect: 'None' },
  layout: { borderRadius: 8, padding: '16px', boxShadow: true, shadowIntensity: 2, borderThickness: 1 },
  customCSS: '',
};

export const DEFAULT_BEHAVIOR: Behavior = {
  position: 'bottom-right',
  mobilePosition: 'bottom',
  timing: { initialDelay: 5, displayDuration: 8, timeBetween: 8, randomizeTiming: true },
  interaction: {
    entireNotificationClickable: true,
    openInNewTab: false,
    allowClosing: true,
    dismissPeriod: '24h',
    clickBehavior: 'url',
  },
  visibility: { showOnDesktop: true, showOnMobile: true, zIndex: 9999 },
  language: 'auto',
  showSource: true,
  queue: { order: 'newest', loop: false, perPage: 0, perVisit: 0 },
};

export const DEFAULT_RULES: Rules = { match: 'all', conditions: [] };
