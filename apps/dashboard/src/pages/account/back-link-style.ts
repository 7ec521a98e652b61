/** A link to the page above, over the heading. Its arrow begins where the heading does. */
export const BACK_LINK = 'link -mb-3 -ml-1.5 inline-flex min-h-8 items-center gap-1 justify-self-start text-sm'
