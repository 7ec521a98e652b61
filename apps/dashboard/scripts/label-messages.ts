import { LANGUAGES, type Language, labelsIn } from '@footfall/core-domain'

/** For each language, the names of metrics, dimensions and values as messages such as `labels.metric_visitors`. */
export function labelFiles(): readonly { readonly name: string; readonly text: string }[] {
  return LANGUAGES.map((language) => ({ name: `labels.${language}.json`, text: labelsFile(language) }))
}

function labelsFile(language: Language): string {
  const messages = Object.entries(labelsIn(language)).map(([name, label]) => [`labels.${name}`, label] as const)
  return `${JSON.stringify(Object.fromEntries(messages.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}
