import { createElement, Fragment, type ReactNode } from 'react'
import { type MessageKey, messageFormat } from './messages.ts'

interface TProps {
  readonly id: MessageKey
  /** An element for a placeholder `{name}`; a function for a tag `<name>text</name>`, which takes the text. */
  readonly values: Readonly<Record<string, ReactNode | ((text: ReactNode) => ReactNode)>>
}

/**
 * A message that holds elements: with “Read the <link>docs</link>.”,
 * `<T id="…" values={{ link: (text) => <a href="/docs">{text}</a> }} />`. For plain text use `t`.
 */
export function T({ id, values }: TProps): ReactNode {
  return inOrder(messageFormat(id).format<ReactNode>(Object.fromEntries(Object.entries(values).map(inTag))))
}

/** The text inside a tag arrives as its parts. */
function inTag([name, value]: [string, TProps['values'][string]]) {
  if (typeof value !== 'function') return [name, value] as const
  return [name, (parts: ReactNode[]) => value(inOrder(parts))] as const
}

/** As children of one element, so that the parts need no keys. */
function inOrder(parts: ReactNode): ReactNode {
  return Array.isArray(parts) ? createElement(Fragment, undefined, ...parts) : parts
}
