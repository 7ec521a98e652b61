import type { LanguageTexts } from './language-texts.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'
import { ptBr } from './texts/pt-br.ts'
import { zhCn } from './texts/zh-cn.ts'

interface Named extends LanguageTexts {
  /** In the language itself. */
  readonly name: string
}
const language = <Written extends LanguageTexts>(name: string, written: Written): Named & Written => ({
  name,
  ...written,
})

/**
 * The languages in which everything is written: the texts here and the messages of the dashboard
 * (`apps/dashboard/src/messages/<language>.json`). One is added when both files are complete; their tests compare.
 */
export const CATALOGUES = {
  en: language('English', en),
  de: language('Deutsch', de),
  es: language('Español', es),
  fr: language('Français', fr),
  ja: language('日本語', ja),
  'pt-BR': language('Português (Brasil)', ptBr),
  'zh-CN': language('简体中文', zhCn),
}
