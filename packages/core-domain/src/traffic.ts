import { z } from 'zod'
import { naming } from './known-names.ts'
import { otherNamesOf } from './nearest.ts'

/** Every visit is of one class. `suspected` is automation that does not say so; crawlers that name themselves are reported apart. */
export const TRAFFIC_CLASSES = ['human', 'suspected'] as const
export const TrafficClass = z.enum(TRAFFIC_CLASSES)
export type TrafficClass = z.infer<typeof TrafficClass>

const TRAFFIC = [...TRAFFIC_CLASSES, 'all'] as const
/** The visits that a question is about. */
export const Traffic = naming(z.enum(TRAFFIC), {
  names: TRAFFIC,
  otherNames: otherNamesOf({
    human: ['people', 'humans', 'person', 'real'],
    suspected: ['bot', 'bots', 'robots', 'machines', 'automation', 'automated'],
    all: ['any', 'both', 'everything', 'everyone'],
  }),
})
export type Traffic = z.infer<typeof Traffic>

/** What numbers do with suspected automation unless a question says otherwise. */
export const SUSPECTED_AUTOMATION = ['exclude', 'include'] as const
export type SuspectedAutomation = (typeof SUSPECTED_AUTOMATION)[number]

/** What speaks for automation. The documentation of statistics says what each rule looks at. */
export const EVIDENCE_RULES = ['webdriver', 'headless', 'contradicting_hints', 'data_centre', 'uniform_burst'] as const
export const EvidenceRule = z.enum(EVIDENCE_RULES)
export type EvidenceRule = z.infer<typeof EvidenceRule>

/** The visits of a report: those that the caller chose, or those that the preference of the product says. */
export function trafficOf({
  traffic,
  preferences,
}: {
  readonly traffic?: Traffic | undefined
  readonly preferences: { readonly suspected_automation: SuspectedAutomation }
}): Traffic {
  if (traffic !== undefined) return traffic
  switch (preferences.suspected_automation) {
    case 'exclude':
      return 'human'
    case 'include':
      return 'all'
  }
}
