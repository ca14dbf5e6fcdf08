// The script of the embed tag. What only some payloads need are files of their own, which it loads.
import { runTag } from './run-tag.ts';

runTag();
