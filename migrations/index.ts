// Every step in order, listed by hand because a folder scan breaks under bundlers and test runners. Names are stored in
// the database and never change.
import type { Kysely } from 'kysely';
import * as initial from './001-initial.ts';
import * as rulesAndStatistics from './002-rules-and-statistics.ts';
import * as accountsAndKeys from './003-accounts-and-keys.ts';
import * as widgetCopies from './004-widget-copies.ts';
import * as mailsWithoutSecrets from './005-mails-without-secrets.ts';
import * as pageReach from './006-page-reach.ts';
import * as confirmations from './007-confirmations.ts';
import * as costBuckets from './008-cost-buckets.ts';
import * as templates from './009-templates.ts';
import * as deletedNotifications from './010-deleted-notifications.ts';
import * as draftSettings from './011-draft-settings.ts';
import * as pendingEmail from './012-pending-email.ts';
import * as sightings from './013-sightings.ts';
import * as weeklyEmailAndReports from './014-weekly-email-and-reports.ts';
import * as billing from './015-billing.ts';
import * as contactMessages from './016-contact-messages.ts';
import * as events from './017-events.ts';
import * as removals from './018-removals.ts';
import * as eventMapping from './019-event-mapping.ts';
import * as aggregates from './020-aggregates.ts';
import * as provenance from './021-provenance.ts';
import * as eventStates from './022-event-states.ts';
import * as imports from './023-imports.ts';
import * as receipts from './024-receipts.ts';
import * as conditionsAsHashes from './025-conditions-as-hashes.ts';
import * as jobs from './026-jobs.ts';
import * as oneMapping from './027-one-mapping.ts';
import * as compactEvents from './028-compact-events.ts';
import * as connections from './029-connections.ts';
import * as holds from './030-holds.ts';
import * as readAndStaff from './031-read-and-staff.ts';
import * as images from './032-images.ts';
import * as whatIsShown from './033-what-is-shown.ts';
import * as effect from './034-effect.ts';

export type Migration = { name: string; up: (db: Kysely<never>) => Promise<void> };

export const MIGRATIONS: readonly Migration[] = [
  { name: '001-initial', up: initial.up },
  { name: '002-rules-and-statistics', up: rulesAndStatistics.up },
  { name: '003-accounts-and-keys', up: accountsAndKeys.up },
  { name: '004-widget-copies', up: widgetCopies.up },
  { name: '005-mails-without-secrets', up: mailsWithoutSecrets.up },
  { name: '006-page-reach', up: pageReach.up },
  { name: '007-confirmations', up: confirmations.up },
  { name: '008-cost-buckets', up: costBuckets.up },
  { name: '009-templates', up: templates.up },
  { name: '010-deleted-notifications', up: deletedNotifications.up },
  { name: '011-draft-settings', up: draftSettings.up },
  { name: '012-pending-email', up: pendingEmail.up },
  { name: '013-sightings', up: sightings.up },
  { name: '014-weekly-email-and-reports', up: weeklyEmailAndReports.up },
  { name: '015-billing', up: billing.up },
  { name: '016-contact-messages', up: contactMessages.up },
  { name: '017-events', up: events.up },
  { name: '018-removals', up: removals.up },
  { name: '019-event-mapping', up: eventMapping.up },
  { name: '020-aggregates', up: aggregates.up },
  { name: '021-provenance', up: provenance.up },
  { name: '022-event-states', up: eventStates.up },
  { name: '023-imports', up: imports.up },
  { name: '024-receipts', up: receipts.up },
  { name: '025-conditions-as-hashes', up: conditionsAsHashes.up },
  { name: '026-jobs', up: jobs.up },
  { name: '027-one-mapping', up: oneMapping.up },
  { name: '028-compact-events', up: compactEvents.up },
  { name: '029-connections', up: connections.up },
  { name: '030-holds', up: holds.up },
  { name: '031-read-and-staff', up: readAndStaff.up },
  { name: '032-images', up: images.up },
  { name: '033-what-is-shown', up: whatIsShown.up },
  { name: '034-effect', up: effect.up },
];
