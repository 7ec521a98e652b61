import { z } from 'zod'
import { AnnotationId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import { mutable, personLines, personText } from './common.ts'

export const AnnotationColor = z.enum(['blue', 'green', 'yellow', 'red', 'purple', 'gray'])
export type AnnotationColor = z.infer<typeof AnnotationColor>

export const Annotation = z.object({
  id: AnnotationId,
  date: LocalDate,
  title: personText(200),
  note: personLines(2000).optional(),
  category: personText(40).optional().meta({ description: 'What annotations of one kind have in common.' }),
  color: AnnotationColor.optional().meta({ description: 'Of its mark in charts.' }),
  created_at: Timestamp,
  ...mutable,
})
export type Annotation = z.infer<typeof Annotation>

export const INTEGRATION_PROVIDERS = ['google_search_console'] as const
export const IntegrationProvider = z.enum(INTEGRATION_PROVIDERS)
export type IntegrationProvider = z.infer<typeof IntegrationProvider>

const DEMO_PROPERTY = 'demo:'

/** The Search Console property of the demo, whose data is made up. No property of Google has a name like it. */
export function demoProperty(hostname: string): string {
  return DEMO_PROPERTY + hostname
}

/** Whether the data of a property is made up for the demo. Google is never asked for it. */
export function isDemoProperty(property: string | undefined): boolean {
  return property?.startsWith(DEMO_PROPERTY) ?? false
}

export const Integration = z.object({
  provider: IntegrationProvider,
  status: z.enum(['connected', 'not_connected', 'error']),
  detail: z.string().optional(),
})
export type Integration = z.infer<typeof Integration>
