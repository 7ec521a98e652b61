import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { useProduct } from './use-product.ts'

/** The script tag of the product with one attribute more. */
export function ScriptTag({ attribute }: { readonly attribute: 'data-vitals' | 'data-errors' }): ReactNode {
  const product = useProduct()
  const code = `<script defer data-product="${product.id}" ${attribute} src="${location.origin}/js/footfall.js"></script>`
  return <CodeBlock code={code} label={t('product.script_tag')} wrap />
}
