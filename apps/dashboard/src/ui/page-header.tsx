import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'

interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** For screen readers only. */
  readonly hidden?: boolean
}

/** What the page belongs to, such as a product. The title of the tab names it after the page. */
export const TitleContext = createContext<string | undefined>(undefined)

/** The `h1` of a page, and the title of its tab. */
export function PageHeader({ title, description, actions, hidden = false }: PageHeaderProps): ReactNode {
  const owner = useContext(TitleContext)
  useEffect(() => {
    document.title = [title, ...(owner === undefined || owner === title ? [] : [owner]), 'Footfall'].join(' · ')
  }, [title, owner])
  if (hidden) {
    return (
      <h1 className="sr-only" tabIndex={-1}>
        {title}
      </h1>
    )
  }
  return (
    <header
      className={classes(
        'flex flex-wrap justify-between gap-x-6 gap-y-3',
        description === undefined ? 'items-center' : 'items-end',
      )}
    >
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl tracking-tight" tabIndex={-1}>
          {title}
        </h1>
        {description !== undefined && <div className="mt-1 max-w-3xl text-pretty text-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

/** Place in the header for the controls of a page; null without one. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

/** Controls of a page, shown in the header next to the product. */
export function HeaderControls({ children }: { readonly children: ReactNode }): ReactNode {
  const slot = useContext(HeaderSlot)
  return slot === null ? <div className="flex flex-wrap gap-2">{children}</div> : createPortal(children, slot)
}
