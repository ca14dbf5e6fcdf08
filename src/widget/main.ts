// The script of the embed tag. What only some payloads need are files of their own, which it loads.
import { quietly } from './quiet.ts';
import { runTag } from './run-tag.ts';

quietly(() => runTag())();
