// The widget's own words in its languages: what visitors' screen readers say of its buttons, and what confirms a copy. They
// come with the payload, in its compact form only those of the language that the widget asks for in the address, so that
// it needs no `Vary: Accept-Language`.
import type { Language, Words } from './payload.ts';

const WORDS: Record<Exclude<Language, 'auto'>, Required<Words>> = {
  en: ['Close', 'Copy *', 'Copied'],
  cs: ['Zavřít', 'Kopírovat *', 'Zkopírováno'],
  da: ['Luk', 'Kopiér *', 'Kopieret'],
  de: ['Schließen', '* kopieren', 'Kopiert'],
  es: ['Cerrar', 'Copiar *', 'Copiado'],
  fi: ['Sulje', 'Kopioi *', 'Kopioitu'],
  fr: ['Fermer', 'Copier *', 'Copié'],
  it: ['Chiudi', 'Copia *', 'Copiato'],
  ja: ['閉じる', '*をコピー', 'コピーしました'],
  nb: ['Lukk', 'Kopier *', 'Kopiert'],
  nl: ['Sluiten', '* kopiëren', 'Gekopieerd'],
  pl: ['Zamknij', 'Kopiuj *', 'Skopiowano'],
  pt: ['Fechar', 'Copiar *', 'Copiado'],
  sv: ['Stäng', 'Kopiera *', 'Kopierat'],
  tr: ['Kapat', 'Kopyala: *', 'Kopyalandı'],
  uk: ['Закрити', 'Копіювати *', 'Скопійовано'],
};

/** Browsers call Norwegian nb, nn or no. */
const SPOKEN: Record<string, Required<Words>> = { ...WORDS, no: WORDS.nb, nn: WORDS.nb };

/** @returns the words that are needed, by their language. */
const neededOf = (code: string, words: Required<Words>, hasCode: boolean): [string, Words] => [
  code,
  hasCode ? words : [words[0]],
];

/**
 * @param language the setting. @param hasClose whether notifications can be closed. @param hasCode whether one has a
 * discount code.
 * @returns what the full form of a payload carries; undefined if it needs no words.
 */
export function wordsOf(language: Language, hasClose: boolean, hasCode: boolean): Record<string, Words> | undefined {
  if (!hasClose && !hasCode) return;
  const spoken = Object.entries(language === 'auto' ? SPOKEN : { [language]: WORDS[language] });
  return Object.fromEntries(spoken.map(([code, words]) => neededOf(code, words, hasCode)));
}

/**
 * @param language the setting, or a browser's language; English if it isn't known.
 * @returns what the compact form carries in that language; undefined if the widget needs no words, or says them by itself.
 */
export function wordsIn(language: string, hasClose: boolean, hasCode: boolean): Record<string, Words> | undefined {
  const code = Object.hasOwn(SPOKEN, language) ? language : 'en';
  if ((!hasClose && !hasCode) || (code === 'en' && !hasCode)) return;
  return Object.fromEntries([neededOf(code, SPOKEN[code] ?? WORDS.en, hasCode)]);
}
