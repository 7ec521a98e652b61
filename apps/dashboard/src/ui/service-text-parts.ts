export interface ServiceTextPart {
  readonly shownAs: 'text' | 'time' | 'code'
  readonly text: string
}

/** `2026-11-22T02:18:35.432Z`, as the service writes an instant in a sentence, or code between backticks. */
const SHOWN_OTHERWISE = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z|`[^`\s]+`)/

/** The parts of a sentence of the service, in their order. */
export function partsOfServiceText(sentence: string): readonly ServiceTextPart[] {
  return sentence.split(SHOWN_OTHERWISE).map((part, at) => {
    // Every second part is one that the expression captured.
    if (at % 2 === 0) return { shownAs: 'text', text: part }
    return part.startsWith('`') ? { shownAs: 'code', text: part.slice(1, -1) } : { shownAs: 'time', text: part }
  })
}
