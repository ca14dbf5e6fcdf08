// What lives on the home page before React is there: a chunk of its own, which no other page loads.
import { startCostCheck } from './cost-check.ts';
import { startExampleWidget } from './example-widget.ts';
import { startPlayground } from './playground.ts';

const [costCheck, playground] = ['cost-check', 'playground'].map((id) => document.getElementById(id));
if (costCheck) startCostCheck(costCheck);
if (playground) startPlayground(playground);
startExampleWidget();
