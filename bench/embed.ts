// GET /api/embed/{siteId} against a bare Hono route that sends the same bytes.
import { compare, type Options, type Row, startChild, toRow } from './measure.ts';
import { fill, startProgram } from './program.ts';

export async function measureEmbed(options: Options): Promise<Row> {
  const program = await startProgram();
  const { siteId } = await fill(program);
  const url = `${program.url}/api/embed/${siteId}`;
  const bare = await startChild(['bench/bare.ts', 'bytes', url]);
  try {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', origin: 'https://shop.example' };
    const found = await compare(
      { url: `http://127.0.0.1:${bare.port}/api/embed/${siteId}`, headers },
      { url, headers },
      options,
    );
    const answer = await fetch(url, { headers });
    const sent = Number(answer.headers.get('content-length')).toLocaleString('en');
    const bytes = (await answer.arrayBuffer()).byteLength.toLocaleString('en');
    const zipped = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
    const gzip = Number(zipped.headers.get('content-length')).toLocaleString('en');
    const note = `20 notifications and the style: ${sent} bytes as sent (brotli), ${gzip} by gzip, ${bytes} before it`;
    return toRow('Embed payload, against a bare Hono route sending the same bytes', 0.8, found, note);
  } finally {
    await bare.stop();
    await program.stop();
  }
}
