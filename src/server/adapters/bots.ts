// Tells programs from visitors by their User-Agent, with isbot's list.
import { isbot } from 'isbot';
import type { Bots } from '../domain/ports.ts';

export const bots: Bots = { isBot: (userAgent) => !userAgent || isbot(userAgent) };
