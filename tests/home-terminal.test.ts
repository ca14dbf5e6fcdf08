// The picture of a terminal on the home page shows what its commands print, and no file that is nobody's business.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');

it('the terminal on the home page shows what the commands print', () => {
  const [, picture = ''] = read('src/client/public/home/pictures.tsx').split('export const ServerPicture');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const commands = [...picture.matchAll(/npm (?:run )?(\w+)/g)].map(([, name]) => name ?? '');
  expect(commands).toEqual(['install', 'start', 'backup']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'backup']));
  expect(picture).toContain('Proofbell is ready at');
  expect(read('src/server/cli/serve.ts')).toContain('Proofbell is ready at');
  expect(picture).toMatch(/Backed up \d+ pages to today\.db\./);
  expect(read('src/server/cli/backup.ts')).toMatch(/Backed up \$\{pages\} pages to \$\{file\}\./);
  expect(picture).not.toMatch(/-(?:shm|wal|lock|journal)/);
});
