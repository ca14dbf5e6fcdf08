// What follows a command's name. Nothing is ignored: a mistyped option must not start a server without it.
import { type ParseArgsConfig, parseArgs } from 'node:util';

export const USAGE = {
  serve: 'npm start [-- --new-database]',
  demo: 'npm run demo',
  migrate: 'npm run migrate [-- --new-database] [--overwrite-deleted]',
  backup: 'npm run backup -- FILE',
  admin: 'npm run admin -- COMMAND',
  'sso-token': 'npm run sso-token -- --email E [--name N]',
  'stripe-setup': 'npm run stripe:setup [-- --url https://…]',
};
export type Command = keyof typeof USAGE;

/** Its message ends with how the command, or each one, is used. */
export class UsageError extends Error {
  constructor(issue: string, usage = Object.values(USAGE).join(' | ')) {
    super(`${issue}. Usage: ${usage}`);
    this.name = 'UsageError';
  }
}

/** @throws UsageError */
export function toCommand(name: string): Command {
  if (Object.hasOwn(USAGE, name)) return name as Command;
  throw new UsageError(`Unknown command '${name}'`);
}

/**
 * @param options the command's own, as parseArgs takes them.
 * @param names of the arguments without a name, each required.
 * @returns the options' values, and the arguments in order.
 * @throws UsageError
 */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  command: Command,
  args: string[],
  options: O,
  names: readonly string[] = [],
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    // A variable of the caller's script that is not set leaves an empty argument.
    const missing = names.find((_, i) => !positionals[i]);
    if (missing) throw new Error(`${missing} is missing`);
    const extra = positionals[names.length];
    if (extra !== undefined) throw new Error(`Unknown argument '${extra}'`);
    return { values, positionals };
  } catch (error) {
    // Node goes on to explain how arguments can begin with a dash.
    throw new UsageError((error as Error).message.split('. ')[0] ?? '', USAGE[command]);
  }
}
