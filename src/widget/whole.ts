// The script of a fixed version, with everything that decides what visitors see: the tag's integrity value checks one file
// only, and import() takes none.
import * as conditions from './conditions.ts';
import { quietly } from './quiet.ts';
import { runTag } from './run-tag.ts';

quietly(() => runTag(conditions))();
