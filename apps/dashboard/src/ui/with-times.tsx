import { Fragment, type ReactNode } from 'react'
import { RelativeTime } from './relative-time.tsx'

/** `2026-11-22T02:18:35.432Z`, as the service writes an instant in a sentence. */
const INSTANT = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/

/** A sentence of the service, in which instants are shown as relative times. */
export function WithTimes({ text }: { readonly text: string }): ReactNode {
  return text.split(INSTANT).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
    <Fragment key={at}>{INSTANT.test(part) ? <RelativeTime at={part} /> : part}</Fragment>
  ))
}
