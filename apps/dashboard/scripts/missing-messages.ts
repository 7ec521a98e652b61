import { draftOf, toTranslate } from './catalogs.ts'
import { isSameIn } from './same-texts.ts'
import { translationFaults } from './translation-faults.ts'

/** Lists what is missing or wrong in the messages of a language: `pnpm --filter @footfall/dashboard missing de`. */
const [language] = process.argv.slice(2)
if (language === undefined) throw new TypeError('Name a language, such as de.')
const faults = translationFaults(language, toTranslate(), draftOf(language) ?? {}, isSameIn(language))
for (const fault of faults) console.log(fault)
console.log(`${faults.length} faults in ${language}.json.`)
process.exitCode = faults.length === 0 ? 0 : 1
