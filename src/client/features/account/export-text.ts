// The text of an account's export: one document, with its lists fetched page by page as it is written.
import {
  type AccountExport,
  EXPORTED_LISTS,
  type ExportedList,
  type ExportedListInput,
  type ExportedListPage,
} from '#shared/contract/account.ts';

type Entry = Record<string, unknown>;
type FetchList = (input: ExportedListInput) => Promise<ExportedListPage>;

/** @returns an object as text without its closing brace, for more to follow. */
const opened = (object: object) => JSON.stringify(object, null, 2).replace(/\n?\}$/, '');

/** The next field, which lists the rows of all `ids` in one, a line each. @param see gets every row. */
async function* listText(fetchList: FetchList, list: ExportedList, ids: string[], see?: (row: Entry) => void) {
  yield `,\n"${list}": [`;
  let count = 0;
  for (const id of ids) {
    let after: string | null | undefined;
    while (after !== null) {
      const { rows, next }: ExportedListPage = await fetchList({ id, list, ...(after !== undefined && { after }) });
      yield rows.map((row) => `${count++ > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('');
      if (see) rows.forEach(see);
      after = next;
    }
  }
  yield '\n]';
}

/** @returns the document in parts, none of them large; account and sites have their lists. */
export async function* exportText({ sites, ...data }: AccountExport, fetchList: FetchList): AsyncGenerator<string> {
  yield opened(data);
  for (const list of EXPORTED_LISTS.account) yield* listText(fetchList, list, [String(data.account._id)]);
  yield ',\n"sites": [';
  for (const [n, site] of sites.entries()) {
    yield `${n > 0 ? ',' : ''}\n${opened(site)}`;
    const sourceIds: string[] = [];
    for (const list of EXPORTED_LISTS.site)
      yield* listText(fetchList, list, [String(site.id)], ({ id }) => {
        if (list === 'sources') sourceIds.push(String(id));
      });
    for (const list of EXPORTED_LISTS.source) yield* listText(fetchList, list, sourceIds);
    yield '\n}';
  }
  yield '\n]\n}\n';
}
