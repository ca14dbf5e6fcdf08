// The widget's own words in its languages: what visitors' screen readers say of its buttons, and what confirms a copy.
// They come with the payload, all languages in one, so that it needs no `Vary: Accept-Language`.
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

/**
 * Browsers call Norwegian nb, nn or no.
 * @param language the setting. @param hasClose whether notifications can be closed. @param hasCode whether one has a
 * discount code.
 * @returns what a payload carries; undefined if it needs no words.
 */
export function wordsOf(language: Language, hasClose: boolean, hasCode: boolean): Record<string, Words> | undefined {
  if (!hasClose && !hasCode) return;
  const spoken = Object.entries(
    language === 'auto' ? { ...WORDS, no: WORDS.nb, nn: WORDS.nb } : { [language]: WORDS[language] },
  );
  return Object.fromEntries(spoken.map(([code, words]) => [code, hasCode ? words : [words[0]]]));
}
