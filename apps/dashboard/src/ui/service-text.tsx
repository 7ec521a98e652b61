import { Fragment, type ReactNode } from 'react'
import { RelativeTime } from './relative-time.tsx'
import { partsOfServiceText, type ServiceTextPart } from './service-text-parts.ts'

/** A sentence of the service. Its instants are shown as relative times, and words between backticks as code. */
export function ServiceText({ text }: { readonly text: string }): ReactNode {
  return partsOfServiceText(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
    <Fragment key={at}>{shown(part)}</Fragment>
  ))
}

function shown({ shownAs, text }: ServiceTextPart): ReactNode {
  switch (shownAs) {
    case 'text':
      return text
    case 'time':
      return <RelativeTime at={text} />
    case 'code':
      return <code>{text}</code>
  }
}
