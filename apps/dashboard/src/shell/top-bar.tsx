import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { AccountMenu } from './account-menu.tsx'
import { PaletteButton } from './palette-button.tsx'
import { ProductSwitcher } from './product-switcher.tsx'

interface TopBarProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
  /** Given the place for the controls of the page. */
  readonly onSlot: (slot: HTMLElement | null) => void
}

/** The brand, the product, the controls of the page, the command palette and the account. */
export function TopBar({ products, current, onSlot }: TopBarProps): ReactNode {
  return (
    <header className="z-20 border-b bg-surface xl:sticky xl:top-0">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 px-3 py-2 sm:gap-x-2 sm:px-6 xl:h-14 xl:flex-nowrap xl:px-4 xl:py-0">
        <Link aria-label={t('shell.home')} className="flex shrink-0 items-center gap-2 rounded-control p-1" to="/">
          <BrandMark />
          <span className="hidden font-semibold text-lg tracking-tight sm:inline lg:hidden xl:inline">Footfall</span>
        </Link>
        <div className="flex min-w-0 flex-1 basis-24 items-center">
          <ProductSwitcher current={current} products={products} />
        </div>
        {/* Before the search in the document, as it is on a wide screen, so that Tab follows what is seen. */}
        <div
          className="flex flex-wrap items-center gap-2 empty:hidden max-lg:order-last max-lg:w-full max-sm:flex-nowrap max-sm:gap-1.5 xl:flex-nowrap"
          ref={onSlot}
        />
        <div className="flex shrink-0 items-center gap-1">
          <PaletteButton products={products} current={current} />
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}

/** For pages that need no session. */
export function BareBar(): ReactNode {
  return (
    <header className="border-b bg-surface">
      <div className="mx-auto flex w-full max-w-7xl items-center gap-2 px-3 py-2 sm:px-6">
        <Brand />
      </div>
    </header>
  )
}

/** The brand icon and the name of the service. */
export function Brand(): ReactNode {
  return (
    <>
      <BrandMark />
      <span className="font-semibold text-lg tracking-tight">Footfall</span>
    </>
  )
}

/** The brand icon, inline to save a request. */
export function BrandMark(): ReactNode {
  return (
    <svg aria-hidden="true" height="28" viewBox="0 0 32 32" width="28">
      <rect fill="#1c54d1" height="32" rx="8" width="32" />
      <g fill="#fff">
        <rect height="8" rx="1.5" width="4.5" x="7" y="17" />
        <rect height="13" rx="1.5" width="4.5" x="13.75" y="12" />
        <rect height="18" rx="1.5" width="4.5" x="20.5" y="7" />
      </g>
    </svg>
  )
}
