// What the client gets for 'zod' (vite.config.ts): zod as it is, set up before any schema is made. The content policy
// forbids compiling code, and browsers report zod's attempt to find that out.
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
