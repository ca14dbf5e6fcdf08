// The content policy forbids compiling code, and browsers report zod's attempt to find that out. Import this before any
// schema.
import { config } from 'zod';

config({ jitless: true });
