// The text of an account's export: one document, with what came to each site's sources fetched page by page as it is written.
import {
  type AccountExport,
  EXPORTED_LISTS,
  type ExportedRows,
  type ExportedRowsInput,
} from '#shared/contract/account.ts';

/** @returns an object as text without its closing brace, for more to follow. */
const opened = (object: object) => JSON.stringify(object, null, 2).replace(/\n?\}$/, '');

/** @returns the document in parts, none of them large; sites have their `events` and `deliveries`, a line each. */
export async function* exportText(
  { sites, ...account }: AccountExport,
  fetchRows: (input: ExportedRowsInput) => Promise<ExportedRows>,
): AsyncGenerator<string> {
  yield `${opened(account)},\n"sites": [`;
  for (const [n, site] of sites.entries()) {
    yield `${n > 0 ? ',' : ''}\n${opened(site)}`;
    for (const list of EXPORTED_LISTS) {
      yield `,\n"${list}": [`;
      let count = 0;
      for (const { id: sourceId } of site.sources as { id: string }[]) {
        let after: string | undefined;
        do {
          const { rows, next } = await fetchRows({ sourceId, list, ...(after !== undefined && { after }) });
          yield rows.map((row) => `${count++ > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('');
          after = next ?? undefined;
        } while (after !== undefined);
      }
      yield '\n]';
    }
    yield '\n}';
  }
  yield '\n]\n}\n';
}
