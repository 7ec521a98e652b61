import type { TrafficClass } from '@footfall/core-domain'
import { EVIDENCE_BITS, EVIDENCE_WORDS, type EvidenceWord } from '@footfall/warehouse'

const BITS: ReadonlyMap<string, number> = new Map(
  EVIDENCE_WORDS.map((word: EvidenceWord) => [word, EVIDENCE_BITS[word]] as const),
)

/** Whether a text has nothing but words of evidence. */
export function isEvidence(text: string): boolean {
  return wordsOf(text).every((word) => BITS.has(word))
}

/** What a file says of the class of a visit, as a row of `events` has it; 0 where it says nothing. */
export function storedAs(traffic: TrafficClass | undefined, evidence = ''): number {
  if (traffic === undefined) return 0
  const ofClass = EVIDENCE_BITS.classified | (traffic === 'suspected' ? EVIDENCE_BITS.suspected : 0)
  return wordsOf(evidence).reduce((bits, word) => bits | (BITS.get(word) ?? 0), ofClass)
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '')
}
