// The rows of the REST table for goals, the hold-out and its effect.
import { type RestRow, row } from './rest-row.ts';

export const EFFECT_ROWS: readonly RestRow[] = [
  row({
    method: 'GET',
    path: '/sites/{siteId}/goals',
    procedure: 'effect.listGoals',
    wrap: 'goals',
    summary: "A site's goals",
  }),
  row({
    method: 'POST',
    path: '/sites/{siteId}/goals',
    procedure: 'effect.createGoal',
    wrap: 'goal',
    status: 201,
    summary: 'Add a goal: orders, a page, a click, or what your own code reports',
  }),
  row({
    method: 'PUT',
    path: '/sites/{siteId}/goals/{goalId}',
    procedure: 'effect.updateGoal',
    wrap: 'goal',
    summary: 'Replace a goal. Another meaning of the main goal begins a new epoch',
  }),
  row({
    method: 'DELETE',
    path: '/sites/{siteId}/goals/{goalId}',
    procedure: 'effect.deleteGoal',
    summary: 'Delete a goal and what it counted',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/hold-out',
    procedure: 'effect.holdOut',
    wrap: 'holdOut',
    summary: 'The share of browsers that sees no notifications',
  }),
  row({
    method: 'PUT',
    path: '/sites/{siteId}/hold-out',
    procedure: 'effect.updateHoldOut',
    wrap: 'holdOut',
    summary: 'Change the share, or whether the widget pauses itself once notifications do harm',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/effect',
    procedure: 'effect.get',
    wrap: 'effect',
    summary: 'What notifications changed, with its interval',
  }),
];
