/** The buttons of the pickers. */
export const PICKER = 'border border-field-line bg-surface text-sm font-medium'
