'use client'

import type { InitOptions } from './options.ts'
import { Footfall as Component } from './react.ts'

/** Next.js passes no function from a layout on the server to the browser, so that there is no `transform`. */
export type FootfallProps = Omit<InitOptions, 'transform'>

/**
 * For the root layout: counts the pages of an application, once for each route, and renders nothing. Of the props, only `visitor` may
 * change later.
 */
export const Footfall: (props: FootfallProps) => null = Component
