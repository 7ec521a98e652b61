import { z } from 'zod'
import { DEFAULT_LANGUAGE, Language } from './languages/language.ts'

/** A text that a renderer escapes for its format. Visitors may have written it. */
const text = z.string()

/** A metric as a person reads it. `change` is in comparison with an earlier period. */
const MessageMetric = z.object({
  label: text,
  value: text.meta({ description: 'The number with its unit, or the state in words.' }),
  change: text.optional().meta({ description: 'Such as `+12%`, or in words why there is none.' }),
  trend: z.enum(['better', 'worse', 'neutral']).optional(),
})
export type MessageMetric = z.infer<typeof MessageMetric>

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), figures: z.array(MessageMetric) }),
  z.object({ kind: z.literal('table'), columns: z.array(text), rows: z.array(z.array(text)) }),
  z.object({ kind: z.literal('list'), items: z.array(text) }),
  z.object({ kind: z.literal('text'), text }),
])
export type MessageBlock = z.infer<typeof Block>

const Section = z.object({
  heading: text.optional(),
  /** 1: of a product, where a message is about several; 2: of a part. */
  level: z.union([z.literal(1), z.literal(2)]).optional(),
  blocks: z.array(Block),
})
export type MessageSection = z.infer<typeof Section>

/**
 * A report or an alert in words, the same for every channel: renderers of email, Slack and Discord decide nothing and escape
 * everything. `data` is what a generic webhook gets.
 */
export const Message = z.object({
  /** Messages that earlier versions stored have none. */
  language: Language.default(DEFAULT_LANGUAGE).meta({ description: 'Of all its texts.' }),
  subject: text.meta({ description: 'Of the email; one line.' }),
  heading: text,
  intro: text.optional(),
  sections: z.array(Section),
  link: z.object({ label: text, url: z.string() }).optional(),
  reason: text.meta({ description: 'Why the recipient gets it; the last line of an email.' }),
  data: z.object({ type: z.string() }).catchall(z.unknown()),
})
export type Message = z.infer<typeof Message>
