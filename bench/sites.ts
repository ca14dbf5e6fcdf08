// GET /api/sites with a bearer token, through router, session and contract, against bare Hono and one prepared
// statement over the same file.
import { compare, type Options, type Row, startChild, toRow } from './measure.ts';
import { fill, startProgram } from './program.ts';

export async function measureSites(options: Options): Promise<Row> {
  const program = await startProgram();
  const { ownerId, bearer } = await fill(program);
  const bare = await startChild(['bench/bare.ts', 'list', `${program.file}|${ownerId}`]);
  try {
    const found = await compare(
      { url: `http://127.0.0.1:${bare.port}/api/sites`, pid: bare.pid },
      { url: `${program.url}/api/sites`, pid: program.pid, headers: { authorization: bearer } },
      options,
    );
    return toRow(
      'GET /api/sites with a bearer token, against bare Hono and one prepared statement',
      2.0,
      found,
      '5 sites',
    );
  } finally {
    await bare.stop();
    await program.stop();
  }
}
