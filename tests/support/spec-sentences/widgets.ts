// What the specification says about the widget's settings, notifications and templates (2, 3, 4, 7, 8).
import { by, type Sentence } from './sentence.ts';

const entities = by('tests/spec-entities.test.ts');
const defaults = by('tests/e2e/settings-defaults.spec.ts');
const appearance = by('tests/e2e/appearance.spec.ts');
const behavior = by('tests/e2e/behavior.spec.ts');
const rules = by('tests/e2e/rules.spec.ts');
const advanced = by('tests/e2e/advanced.spec.ts');
const saving = by('tests/e2e/settings-saving.spec.ts');
const preview = by('tests/e2e/preview.spec.ts');
const list = by('tests/e2e/notification-list.spec.ts');
const toasts = by('tests/e2e/notification-toasts.spec.ts');
const gallery = by('tests/e2e/templates.spec.ts');
const notification = by('src/server/domain/notification.test.ts');
const template = by('src/server/domain/template.test.ts');

const SIDEBAR = defaults('the sidebar leads to each settings screen, whose heading has the same name');
const IN_CONTROLS = defaults('each control of a new site shows the default of the specification');
const FOR_VISITORS = entities('visitors get the same defaults');
const APPEARANCE = [
  entities('a new widget has each default of appearance'),
  FOR_VISITORS,
  IN_CONTROLS,
  appearance('every control sets its own setting and no other'),
];
const BEHAVIOR = [
  entities('a new widget has each default of behavior'),
  FOR_VISITORS,
  IN_CONTROLS,
  behavior('each control changes exactly its own setting, with its full range'),
];

export const WIDGETS: readonly Sentence[] = [
  {
    section: '2',
    sentence:
      'Site setup, appearance and design, behavior and timing, rules and targeting (with a condition builder), notifications, developer tools, advanced options.',
    tests: [
      SIDEBAR,
      appearance("a theme and a color chosen here are on the visitor's page once saved"),
      behavior('each control changes exactly its own setting, with its full range'),
      rules('each of the fifteen types is built by hand, reads as a sentence, and is stored'),
      rules('a rule built by hand lets one page show and another not'),
      advanced('the z-index is set, refused outside its range, and reset'),
      by('tests/e2e/settings-file.spec.ts')(
        'what one site exports another imports, and its visitors get the same bytes',
      ),
    ],
  },
  {
    section: '3.widget',
    sentence: 'id, siteId, name, type, isActive, settings {appearance, behavior, rules}, createdAt, updatedAt.',
    tests: [entities('a widget has each field')],
  },
  {
    section: '3.appearance',
    sentence:
      'brandColors: primaryColor #3498db, secondaryColor #2ecc71, textColor #333333, backgroundColor #ffffff, linkColor #3498db, borderColor #e2e8f0.',
    tests: APPEARANCE,
  },
  {
    section: '3.appearance',
    sentence: 'typography: fontFamily Roboto, fontSize 14px, fontWeight Regular (400), headingStyle Normal.',
    tests: APPEARANCE,
  },
  {
    section: '3.appearance',
    sentence: 'animations: animationType Fade In, speed 300ms, enabled true, hoverEffect None.',
    tests: APPEARANCE,
  },
  {
    section: '3.appearance',
    sentence: 'layout: borderRadius 8, padding 16px, boxShadow true, shadowIntensity 2, borderThickness 1.',
    tests: APPEARANCE,
  },
  { section: '3.behavior', sentence: 'position bottom-right; mobilePosition bottom.', tests: BEHAVIOR },
  {
    section: '3.behavior',
    sentence: 'timing: initialDelay 5, displayDuration 8, timeBetween 8 (seconds); randomizeTiming true.',
    tests: BEHAVIOR,
  },
  {
    section: '3.behavior',
    sentence:
      'interaction: entireNotificationClickable true, openInNewTab false, allowClosing true, dismissPeriod 24h, clickBehavior url.',
    tests: BEHAVIOR,
  },
  {
    section: '3.behavior',
    sentence: 'visibility: showOnDesktop true, showOnMobile true, zIndex 9999.',
    tests: [...BEHAVIOR, advanced('the z-index is set, refused outside its range, and reset')],
  },
  {
    section: '3.behavior',
    sentence: 'rules: empty by default.',
    tests: [entities('a new widget has each default of behavior'), IN_CONTROLS],
  },
  {
    section: '3.notification',
    sentence:
      'id, widgetId, type, message, image, status (active or inactive), timestamp, displayCount (default 0), clickCount (default 0), isCustom (default false), source (default manual), metadata (may hold templateId and name).',
    tests: [
      entities('a notification has each field, with its defaults'),
      list('a row says what the notification is, and has of its own'),
    ],
  },
  {
    section: '3.template',
    sentence: 'id, name, category, status, type, settings, customization, displayRules.',
    tests: [
      entities('a template has each field, as it was posted and as it is got'),
      gallery('a template is used and customized, a visitor sees the result, and its use is counted'),
    ],
  },
  {
    section: '4.toggle',
    sentence:
      'Notification status toggles between active and inactive: a status update is sent and the list updates locally.',
    tests: [
      toasts('the switch sends a status update, and the list shows it before the answer'),
      list('what the server refuses goes back, and says so'),
    ],
  },
  {
    section: '4.duplicate',
    sentence: 'Duplicating a notification copies it without id and appends (Copy) to its name.',
    tests: [
      toasts('a duplicate is the same notification under another id, with (Copy) after its name'),
      notification('are duplicated with everything the owner wrote, inactive, without counts'),
      notification('have a copy whose name fits, from the message when there is none'),
    ],
  },
  {
    section: '4.preview',
    sentence: 'Preview mode is global or template.',
    tests: [preview('a template shows first what it sets, and the rest from the settings')],
  },
  {
    section: '4.preview',
    sentence: 'In template mode values come from the active template where present, otherwise from global settings.',
    tests: [
      preview('a template shows first what it sets, and the rest from the settings'),
      saving('a template is previewed read-only, with its values first, and copied by one button'),
    ],
  },
  {
    section: '4.auto-save',
    sentence: 'Widget settings auto-save 1 second after any change, only in global mode with a widget loaded.',
    tests: [
      saving('a change is saved a second later by itself, and stands after a reload'),
      by('src/client/settings/stored-settings.test.ts')(
        'starts one second after the last change and sends only what changed',
      ),
      by('src/client/settings/widget-settings.test.ts')('read-only, and saves nothing'),
      defaults('without a widget there is nothing to change or to save, until it is loaded'),
    ],
  },
  {
    section: '7.templates',
    sentence: 'POST /widgets/{id}/notifications/template/{templateId} | payload not shown',
    tests: [entities('a notification is created from a template by either call, filled, and says from which')],
  },
  {
    section: '7.templates',
    sentence:
      'GET /templates | query category, status, search, page, limit (default 50), includeUsage; response templates',
    tests: [
      entities('templates are listed by category, status, search, page and limit, with usage on request'),
      template('come a page at a time, own ones first, by category'),
      template('count their uses by the caller’s own notifications'),
    ],
  },
  {
    section: '7.templates',
    sentence: 'GET /templates/{id} | template',
    tests: [entities('a template has each field, as it was posted and as it is got')],
  },
  {
    section: '7.templates',
    sentence: 'POST /templates | template',
    tests: [entities('a template has each field, as it was posted and as it is got')],
  },
  {
    section: '7.templates',
    sentence: 'POST /templates/{id}/clone | {name}',
    tests: [
      entities('a template is cloned under a name, and deleted without an answer'),
      gallery('own templates are saved from a notification, copied, replaced and deleted'),
    ],
  },
  {
    section: '7.templates',
    sentence: 'DELETE /templates/{id} | none',
    tests: [
      entities('a template is cloned under a name, and deleted without an answer'),
      gallery('own templates are saved from a notification, copied, replaced and deleted'),
    ],
  },
  {
    section: '7.templates',
    sentence: 'POST /templates/{id}/create-notification | {widgetId, customData}; response notification',
    tests: [
      entities('a notification is created from a template by either call, filled, and says from which'),
      template('give a notification their texts, links, appearance and rules'),
    ],
  },
  {
    section: '8.toasts',
    sentence:
      'Notifications: created, updated, deleted, activated or deactivated, created from template, plus failure variants (exact wording not shown).',
    tests: [
      toasts('each change is confirmed: created, updated, deactivated, activated, deleted, created from template'),
      toasts('each failure is told when …, and leaves everything as it was'),
      list('many are selected, changed and deleted together, each with one undo'),
    ],
  },
];
