import {
  changeOfShare,
  isBetter,
  isUnchanged,
  type Measured,
  type MessageMetric,
  type Metric,
  metricLabel,
  type StateReason,
  type ValueState,
  writtenValue,
} from '@footfall/core-domain'
import type { MessageWords } from '../../messages/message-words.ts'

/** A value with its state, as reports answer it. */
export interface StatedValue {
  readonly state: ValueState
  readonly reason: StateReason | null
  readonly value: number | null
}

/** A metric with its value and its change as text. */
export function metricInWords(
  words: MessageWords,
  measured: Measured &
    StatedValue & { readonly previous?: number | null | undefined; readonly change?: number | null | undefined },
): MessageMetric {
  const { metric, state, reason, value, previous, change } = measured
  const label = metricLabel(metric, words.language)
  if (value === null || state !== 'available') return { label, value: stateInWords(words, { state, reason }) }
  const compared =
    change === null || change === undefined
      ? without(words, previous)
      : changeOf(words, change, changeOfShare(metric, value, previous))
  return {
    label,
    value: writtenValue(value, measured, words),
    ...(compared !== undefined && { change: compared }),
    trend: trendOf(metric, change),
  }
}

/** Of a share in percentage points, of anything else as percent. */
function changeOf(words: MessageWords, change: number, ofShare: number | undefined): string {
  if (ofShare === undefined) return changeInWords(words, change)
  return isUnchanged(ofShare)
    ? words.say('message.unchanged')
    : words.say('message.points', { points: words.points(ofShare) })
}

/** Why there is no change: the earlier value was 0, or is not known. */
function without({ say }: MessageWords, previous: number | null | undefined): string | undefined {
  if (previous === 0) return say('message.was_zero')
  return previous === undefined ? undefined : say('message.no_earlier')
}

function trendOf(metric: Metric, change: number | null | undefined): 'better' | 'worse' | 'neutral' {
  const better = isBetter(metric, change ?? 0)
  return better === undefined ? 'neutral' : better ? 'better' : 'worse'
}

export function stateInWords({ say }: MessageWords, { state, reason }: Pick<StatedValue, 'state' | 'reason'>): string {
  if (reason !== null) return say(`message.reason_${reason}`)
  switch (state) {
    case 'empty':
      return say('message.reason_no_data_collected')
    case 'withheld':
      return say('message.reason_below_suppression_threshold')
    case 'unavailable':
    case 'available':
      return say('message.state_unavailable')
  }
}

/** A relative change with its sign: 0.112 is `+11.2%`. */
export const changeInWords = ({ say, change: written }: MessageWords, change: number) =>
  isUnchanged(change) ? say('message.unchanged') : written(change)
