// What would change: each setting by its name, as it is and as it would be.
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { type SettingPath, type Settings, valueAt } from '#client/settings/paths.ts';
import { inWords } from '#client/settings/words.ts';
import { conditionInWords, matchInWords } from '#shared/embed/rules-sentence.ts';

type DifferencesProps = { paths: readonly SettingPath[]; now: Settings; then: Settings };

export function Differences({ paths, now, then }: DifferencesProps) {
  return (
    <table className="w-full table-fixed text-left text-table">
      <thead>
        <tr className="border-line border-b text-meta text-muted">
          <th scope="col" className="w-[34%] pb-2 pr-4 font-medium">
            Setting
          </th>
          <th scope="col" className="pr-4 pb-2 font-medium">
            Now
          </th>
          <th scope="col" className="pb-2 font-medium">
            After the import
          </th>
        </tr>
      </thead>
      <tbody>
        {paths.map((path) => (
          <tr key={path} className="border-line border-b align-top last:border-0">
            <th scope="row" className="py-2.5 pr-4 font-semibold">
              {SETTING_LABELS[path]}
            </th>
            <td className="py-2.5 pr-4 text-muted">
              <Value path={path} settings={now} />
            </td>
            <td className="py-2.5">
              <Value path={path} settings={then} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ path, settings }: { path: SettingPath; settings: Settings }) {
  if (path === 'rules.match') return matchInWords(settings.rules.match, 2);
  if (path === 'rules.conditions') return <Conditions conditions={settings.rules.conditions} />;
  if (path === 'appearance.customCSS') return <Code css={settings.appearance.customCSS} />;
  if (path.startsWith('appearance.brandColors.')) return <Color color={String(valueAt(settings, path))} />;
  return <span className="wrap-anywhere">{inWords(path, valueAt(settings, path))}</span>;
}

function Color({ color }: { color: string }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className="size-4 shrink-0 rounded-control border border-field"
        style={{ background: color }}
      />
      {color}
    </span>
  );
}

function Conditions({ conditions }: { conditions: Settings['rules']['conditions'] }) {
  if (conditions.length === 0) return 'None';
  return (
    <ul className="grid gap-1">
      {conditions.map(conditionInWords).map((sentence, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences may repeat, and never move
        <li key={at} className="wrap-anywhere first-letter:uppercase">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

const Code = ({ css }: { css: string }) =>
  css === '' ? (
    'None'
  ) : (
    <pre className="max-h-32 overflow-auto whitespace-pre-wrap font-mono text-meta wrap-anywhere">{css}</pre>
  );
