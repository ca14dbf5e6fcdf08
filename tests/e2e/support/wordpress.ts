// A real WordPress, of Debian's packages, with folders, a database and a port of its own.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/ports.ts';

export const ADMIN = { name: 'olive', password: 'correct horse' };

export type WordPress = {
  origin: string;
  version: string;
  /** Runs PHP with WordPress and its plugins loaded, as no web request. @returns what the code returns. */
  evaluate<T>(php: string): T;
  /** What PHP complained of so far, a line each. */
  complaints(): string[];
  stop(): Promise<void>;
};

const SOURCE = '/usr/share/wordpress';
const NEEDED = {
  wordpress: () => existsSync(`${SOURCE}/wp-load.php`),
  'php-cli': () => runs('php', '-v'),
  'php-mysql': () => runs('php', '-r', "exit(extension_loaded('mysqli') ? 0 : 1);"),
  'mariadb-server': () => runs('mariadbd', '--version') && runs('sh', '-c', 'command -v mariadb-install-db'),
};

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** A theme of one page, as Debian's own need not be installed. */
const THEME = {
  'style.css': '/* Theme Name: Plain */',
  'index.php': `<!doctype html><html <?php language_attributes(); ?>><head><meta charset="utf-8"><?php wp_head(); ?></head>
<body><?php wp_body_open(); ?><h1>Oak &amp; Iron</h1><?php while (have_posts()) { the_post(); the_content(); } ?><?php wp_footer(); ?></body></html>`,
};

const config = (origin: string, socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
${[
  'AUTH_KEY',
  'SECURE_AUTH_KEY',
  'LOGGED_IN_KEY',
  'NONCE_KEY',
  'AUTH_SALT',
  'SECURE_AUTH_SALT',
  'LOGGED_IN_SALT',
  'NONCE_SALT',
]
  .map((name) => `define('${name}', 'only for this test: ${name}');`)
  .join('\n')}
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('WP_DEFAULT_THEME', 'plain');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1');
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/**
 * @param plugins folders, by the name that WordPress knows the plugin by. They are copied.
 * @returns an installed WordPress on loopback. @throws with the packages that are missing.
 */
export async function startWordPress(plugins: Record<string, string>): Promise<WordPress> {
  const missing = Object.entries(NEEDED).flatMap(([name, isThere]) => (isThere() ? [] : [name]));
  if (missing.length > 0) throw new Error(`Not installed: apt-get install ${missing.join(' ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-wordpress-'));
  const [web, data, socket] = ['web', 'data', 'socket'].map((name) => join(folder, name)) as [string, string, string];
  const origin = `http://localhost:${await freePort()}`;
  mkdirSync(web);
  // Without what Debian sets up for all of a machine's sites. Links would lead WordPress back there.
  const own = readdirSync(SOURCE).filter((name) => !/^wp-(content|config)/.test(name));
  execFileSync('cp', ['-rL', ...own.map((name) => join(SOURCE, name)), web]);
  const put = (path: string, text: string) => {
    mkdirSync(join(web, path, '..'), { recursive: true });
    writeFileSync(join(web, path), text);
  };
  for (const [name, text] of Object.entries(THEME)) put(`wp-content/themes/plain/${name}`, text);
  for (const [name, from] of Object.entries(plugins))
    cpSync(from, join(web, 'wp-content/plugins', name), { recursive: true });
  put('wp-config.php', config(origin, socket));

  const started: ChildProcess[] = [];
  const start = (command: string, args: string[]) => {
    const env = { ...process.env, PHP_CLI_SERVER_WORKERS: '3' };
    // A group of its own: PHP's workers outlive their parent.
    const child = spawn(command, args, { stdio: 'ignore', env, detached: true });
    started.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of started.reverse()) {
      const isOver = new Promise((resolve) => child.once('close', resolve));
      if (child.pid === undefined || child.exitCode !== null) continue;
      process.kill(-child.pid);
      await isOver;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
    execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--skip-test-db', ...asRoot], {
      stdio: 'ignore',
    });
    // Nobody else reaches it: it has no port, and its socket is in this folder.
    const places = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${folder}/pid`];
    start('mariadbd', ['--no-defaults', ...places, '--skip-networking', '--skip-grant-tables', ...asRoot]);
    while (!existsSync(socket)) await pause(50);
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', 'CREATE DATABASE wordpress']);

    const php = (code: string): string => {
      const { status, stdout, stderr } = spawnSync('php', ['-d', 'display_errors=stderr', '-r', code], {
        cwd: web,
        encoding: 'utf8',
      });
      if (status !== 0 || stderr !== '') throw new Error(`${stderr}${stdout}`);
      return stdout;
    };
    php(`define('WP_INSTALLING', true); require 'wp-load.php'; require ABSPATH . 'wp-admin/includes/upgrade.php';
      function wp_new_blog_notification() {}
      wp_install('Oak & Iron', '${ADMIN.name}', 'olive@shop.example', true, '', '${ADMIN.password}');`);
    start('php', ['-S', new URL(origin).host, '-t', web]);
    while (!(await fetch(origin).catch(() => null))) await pause(50);
    const evaluate = <T>(code: string): T =>
      JSON.parse(php(`require 'wp-load.php'; echo json_encode((function () { ${code} })());`)) as T;
    const log = join(web, 'wp-content/debug.log');
    return {
      origin,
      version: evaluate("return get_bloginfo('version');"),
      evaluate,
      complaints: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
